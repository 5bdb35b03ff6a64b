import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { replaceBundle } from './bundle-server.ts'

let place: string
const program = () => readFileSync(path.join(place, 'current/server-main.mjs'), 'utf8')

beforeEach(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'hivewatch-bundle-'))
})

afterEach(() => rmSync(place, { recursive: true }))

const write = (text: string) => async (into: string) => {
  mkdirSync(into, { recursive: true })
  writeFileSync(path.join(into, 'server-main.mjs'), text)
}

test('an interrupted build leaves the previous one as it was', async () => {
  await replaceBundle(place, write('first'))
  const halfWay = async (into: string) => {
    await write('half of')(into)
    throw new Error('the disk is full')
  }
  await expect(replaceBundle(place, halfWay)).rejects.toThrow('the disk is full')
  expect(program()).toBe('first')
  await replaceBundle(place, write('second'))
  expect(program()).toBe('second')
})

test('a running server still finds its files after one more build, and old ones do not pile up', async () => {
  await replaceBundle(place, write('first'))
  const running = realpathSync(path.join(place, 'current/server-main.mjs'))
  await replaceBundle(place, write('second'))
  expect(readFileSync(running, 'utf8')).toBe('first')
  for (const text of ['third', 'fourth']) await replaceBundle(place, write(text))
  expect(existsSync(running)).toBe(false)
  expect(readdirSync(place)).toHaveLength(3)
  expect(program()).toBe('fourth')
})
