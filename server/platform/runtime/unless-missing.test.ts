import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { unlessMissing } from './unless-missing.ts'

const thisFile = import.meta.filename

it('gives what is there', async () => {
  expect(await unlessMissing(readFile(thisFile, 'utf8'))).toContain('gives what is there')
})

it('gives nothing where there is nothing', async () => {
  expect(await unlessMissing(readFile(`${thisFile}.gone`))).toBeUndefined()
})

it('says so where what is there cannot be read', async () => {
  await expect(unlessMissing(readdir(thisFile))).rejects.toThrow('ENOTDIR')
})
