import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readKeptFile } from './read-kept-file.ts'
import { StartError } from './start-error.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-kept-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('the text of a file, or undefined if there is none', async () => {
  writeFileSync(path.join(folder, 'node.id'), 'bees')
  expect(await readKeptFile(path.join(folder, 'node.id'))).toBe('bees')
  expect(await readKeptFile(path.join(folder, 'gone'))).toBeUndefined()
})

test('a folder in its place, and a name that is too long, end the start with a sentence', async () => {
  mkdirSync(path.join(folder, 'secret.key'))
  const folderInstead = readKeptFile(path.join(folder, 'secret.key'))
  await expect(folderInstead).rejects.toThrow(StartError)
  await expect(folderInstead).rejects.toThrow('secret.key is a folder where a file should be: put the file there')
  const tooLong = readKeptFile(path.join(folder, 'b'.repeat(300)))
  await expect(tooLong).rejects.toThrow(StartError)
  await expect(tooLong).rejects.toThrow(
    'longer than this system allows: set DATA_DIR and DATABASE_URL to shorter places',
  )
})

test('a pipe where the file should be ends the start instead of holding it up', async () => {
  const pipe = path.join(folder, 'secret.key')
  execFileSync('mkfifo', [pipe])
  await expect(readKeptFile(pipe)).rejects.toThrow(StartError)
})
