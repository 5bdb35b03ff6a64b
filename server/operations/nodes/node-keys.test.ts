import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countingIds } from '../../platform/runtime/ids.ts'
import { StartError } from '../../platform/runtime/start-error.ts'
import { keepNodeId } from './keep-node-id.ts'
import { makeKeys, requireKeys } from './node-keys.ts'

let folders: string[]
beforeEach(async () => {
  folders = await Promise.all([0, 1].map(() => mkdtemp(path.join(tmpdir(), 'hivewatch-keys-'))))
})
afterEach(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

test('keys are recognized where they were made, and where they were copied to', async () => {
  const [here, there] = folders as [string, string]
  const known = await makeKeys(here)
  expect(await makeKeys(here)).toBe(known)
  await requireKeys(here, known)
  await cp(here, there, { recursive: true })
  await requireKeys(there, known)
})

test('a folder without them, or with others, is refused in a sentence that names it', async () => {
  const [here, there] = folders as [string, string]
  const known = await makeKeys(here)
  await expect(requireKeys(there, known)).rejects.toThrow(new RegExp(`^${there} lacks secret\\.key.*FILES_DIR`))
  await makeKeys(there)
  await expect(requireKeys(there, known)).rejects.toThrow(StartError)
  await expect(requireKeys(there, known)).rejects.toThrow(/are not those.*FILES_DIR/)
})

test('a node stays the same after a restart, and becomes another one if its file is damaged', async () => {
  const [here] = folders as [string, string]
  const ids = countingIds()
  const id = await keepNodeId(here, ids)
  expect(await keepNodeId(here, ids)).toBe(id)
  await rm(path.join(here, 'node.id'))
  expect(await keepNodeId(here, ids)).not.toBe(id)
})
