import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '#domain/platform/durations.ts'
import { KEPT_DAYS, keepAssets } from './kept-assets.ts'

const NOW = Date.UTC(2026, 4, 10)
let root: string
let built: string
let kept: string

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kept-assets-'))
  built = path.join(root, 'assets')
  kept = path.join(root, 'data', 'app-assets')
  mkdirSync(built)
})
afterEach(() => rmSync(root, { recursive: true }))

const build = (...names: string[]) => {
  rmSync(built, { recursive: true })
  mkdirSync(built)
  for (const name of names) writeFileSync(path.join(built, name), name)
}
const keep = (days: number) => keepAssets(built, kept, NOW + days * DAY_MS)

it('keeps a build’s files for six weeks after the last build that contained them', async () => {
  build('start-11111111.js', 'start-11111111.js.br', 'start-11111111.js.gz', 'react-11111111.js')
  await keep(0)
  expect(readdirSync(kept)).toEqual(['react-11111111.js', 'start-11111111.js', 'start-11111111.js.br'])
  build('start-22222222.js', 'react-11111111.js')
  await keep(10)
  expect(readFileSync(path.join(kept, 'start-11111111.js'), 'utf8')).toBe('start-11111111.js')
  await keep(KEPT_DAYS)
  expect(readdirSync(kept)).toHaveLength(4)
  await keep(KEPT_DAYS + 1)
  expect(readdirSync(kept)).toEqual(['react-11111111.js', 'start-22222222.js'])
})

it('eventually deletes what a power failure left half copied', async () => {
  build('start-11111111.js')
  await keep(0)
  writeFileSync(path.join(kept, 'half-33333333.js.part'), 'ha')
  await keepAssets(built, kept, Date.now() + (KEPT_DAYS + 1) * DAY_MS)
  expect(readdirSync(kept)).toEqual(['start-11111111.js'])
})

it('leaves the last of the room to what transmitters send, and still deletes what is old', async () => {
  build('start-11111111.js')
  await keep(0)
  build('start-22222222.js')
  const asked: number[] = []
  const refuse = async (bytes: number) => {
    asked.push(bytes)
    throw new Error('no room')
  }
  await expect(keepAssets(built, kept, NOW + (KEPT_DAYS + 1) * DAY_MS, refuse)).rejects.toThrow('no room')
  expect(asked).toEqual(['start-22222222.js'.length])
  expect(readdirSync(kept)).toEqual([])
})

it('keeps nothing if nothing was built', async () => {
  await keepAssets(path.join(root, 'nowhere'), kept, NOW)
  expect(readdirSync(kept)).toEqual([])
})

it('can be done by several nodes at once', async () => {
  const names = Array.from({ length: 30 }, (_, i) => `part-${i}.js`)
  build(...names)
  await Promise.all([keep(0), keep(0), keep(0)])
  expect(readdirSync(kept).sort()).toEqual(names.sort())
})
