import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeWhole } from './write-whole.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-whole-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('writes a file readable by its owner only, replaces an existing one, and leaves nothing else behind', async () => {
  const file = path.join(folder, 'key')
  await writeWhole(file, 'old')
  chmodSync(file, 0o644)
  await writeWhole(file, 'new', { mode: 0o600 })
  expect(readFileSync(file, 'utf8')).toBe('new')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['key'])
})

it('leaves nothing behind if it cannot be written', async () => {
  mkdirSync(path.join(folder, 'key', 'inner'), { recursive: true })
  await expect(writeWhole(path.join(folder, 'key'), 'new')).rejects.toThrow()
  expect(readdirSync(folder)).toEqual(['key'])
})
