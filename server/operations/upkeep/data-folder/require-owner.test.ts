import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runBundled } from '../../../../tests/support/server/bundle-server.ts'
import { upgradeDatabase } from '../../../platform/db/upgrade-database.ts'

let folder: string
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-owner-'))
  await upgradeDatabase(path.join(folder, 'hivewatch.sqlite'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const to = 'postgres://hives@127.0.0.1:1/hives'
const programs: [string, (folder: string) => string[]][] = [
  ['restore', (own) => [own]],
  ['repair', () => ['--check']],
  ['move-database', (own) => ['--from', `file:${own}/hivewatch.sqlite`, '--to', to]],
]

describe.runIf(process.getuid?.() === 0)('in the data folder of another user', () => {
  it.each(programs)(
    'root cannot run %s, which would leave files that the server of that user cannot read',
    async (program, options) => {
      chownSync(folder, 4242, 4242)
      const before = readdirSync(folder)
      const refused = { code: 2, stderr: expect.stringContaining(`run this as that user (sudo -u '#4242' …)`) }
      const run = runBundled(`server/commands/${program}.ts`, options(folder), { DATA_DIR: folder })
      await expect(run).rejects.toMatchObject(refused)
      expect(readdirSync(folder)).toEqual(before)
    },
    120_000,
  )
})
