import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { unlessMissing } from './unless-missing.ts'

const thisFile = import.meta.filename

it('returns what exists', async () => {
  expect(await unlessMissing(readFile(thisFile, 'utf8'))).toContain('gives what is there')
})

it('returns nothing if there is nothing', async () => {
  expect(await unlessMissing(readFile(`${thisFile}.gone`))).toBeUndefined()
})

it('throws if it exists but cannot be read', async () => {
  await expect(unlessMissing(readdir(thisFile))).rejects.toThrow('ENOTDIR')
})
