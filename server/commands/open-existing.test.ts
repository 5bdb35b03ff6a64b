import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bundledServer, runBundled } from '../../tests/support/server/bundle-server.ts'
import { isPostgres } from '../../tests/support/server/test-database.ts'
import { makeKeys } from '../operations/nodes/node-keys.ts'
import { migrationNames } from '../platform/db/migration-files.ts'
import { openPool } from '../platform/db/postgres-pool.ts'
import { upgradeDatabase } from '../platform/db/upgrade-database.ts'
import { openStore } from '../store/open-store.ts'
import { openExisting } from './open-existing.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-elsewhere-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function refusal(program: string, options: string[], settings: Record<string, string>): Promise<string> {
  const failed = await runBundled(`server/commands/${program}.ts`, options, settings).then(
    () => undefined,
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
  expect(failed).toMatchObject({ code: 2, stdout: '' })
  return failed!.stderr.trim()
}

it.each([
  ['rebuild', [], 'there is no database in'],
  ['order-keys', ['--years', '1'], 'there is no secret.key in'],
])(
  '%s creates nothing where there is no server’s data, and says so',
  async (program, options, words) => {
    const said = await refusal(program, options, { DATA_DIR: folder })
    expect(said).toContain(words)
    expect(said).not.toContain('\n')
    expect(readdirSync(folder)).toEqual([])
  },
  120_000,
)

it.each([
  ['rebuild', ['--check']],
  ['restore', ['--help']],
  ['restore', ['yesterday', 'today']],
  ['repair', ['--all']],
  ['reset-second-factor', []],
])(
  '%s %j does nothing but explain its usage',
  async (program, options) => {
    expect(await refusal(program, options, { DATA_DIR: folder })).toMatch(new RegExp(`^npm run ${program}\\b.*$`))
    expect(readdirSync(folder)).toEqual([])
  },
  120_000,
)

it('order-keys makes no keys with a secret that the database’s server does not have', async () => {
  const file = path.join(folder, 'hivewatch.sqlite')
  const onLost = (error: Error) => {
    throw error
  }
  const database = await openStore({ kind: 'file', file }, { readers: 1, onLost })
  await database.close()
  const elsewhere = path.join(folder, 'elsewhere')
  const settings = { DATABASE_URL: `file:${file}`, DATA_DIR: elsewhere }
  expect(await refusal('order-keys', ['--years', '1'], settings)).toContain(`there is no secret.key in ${elsewhere}`)
  expect(readdirSync(folder)).not.toContain('elsewhere')
}, 120_000)

it.runIf(process.getuid?.() === 0).each([
  ['rebuild', []],
  ['repair', []],
  ['order-keys', ['--years', '1']],
])(
  '%s, run by a user who may not look into the folder, does not say that nothing is there',
  async (program, options) => {
    const { program: bundled, settings } = await bundledServer()
    chmodSync(folder, 0o700)
    const words = [bundled(`server/commands/${program}.ts`), ...options]
    const env = { PATH: process.env.PATH, ...settings, DATA_DIR: folder }
    const refused = promisify(execFile)(process.execPath, words, { env, uid: 65_534, gid: 65_534 })
    await expect(refused).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be used: give it') })
  },
  120_000,
)

it('leaves a database of an older version as it is, as its server may be running', async () => {
  const file = path.join(folder, 'hivewatch.sqlite')
  await upgradeDatabase(file)
  const sqlite = new Sqlite(file)
  sqlite.exec('delete from kysely_migration where name = (select max(name) from kysely_migration)')
  const executed = () => sqlite.prepare('select count(*) from kysely_migration').pluck().get()
  const before = executed()
  await expect(openExisting({ kind: 'file', file })).rejects.toThrow('from an older HiveWatch')
  expect(executed()).toBe(before)
  sqlite.close()
  expect(readdirSync(folder)).toEqual(['hivewatch.sqlite'])
})

it.runIf(isPostgres).each([
  ['template_hivewatch', 'delete from kysely_migration where name = $1', 'from an older HiveWatch'],
  ['template0', 'select $1::text', 'the database is empty'],
])('leaves one of PostgreSQL as it is, too: %s', async (template, change, words) => {
  const admin = await openPool(process.env.TEST_POSTGRES_URL!, { max: 1 })
  const name = `test_open_existing_${process.pid}`
  await admin.query(`create database ${name} template ${template} strategy file_copy`)
  const url = new URL(process.env.TEST_POSTGRES_URL!)
  url.pathname = `/${name}`
  const pool = await openPool(url.href, { max: 1 })
  try {
    await pool.query(change, [migrationNames().at(-1)])
    await expect(openExisting({ kind: 'postgres', url: url.href })).rejects.toThrow(words)
    const { rows: begun } = await pool.query("select 1 where to_regclass('kysely_migration') is not null")
    expect(begun).toHaveLength(template === 'template0' ? 0 : 1)
    const noted = begun.length > 0 ? (await pool.query('select name from kysely_migration')).rows : []
    expect(noted.map(({ name: migration }) => migration)).not.toContain(migrationNames().at(-1))
  } finally {
    await pool.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
})

it.runIf(isPostgres)(
  'order-keys makes none with a secret other than that of the nodes on its PostgreSQL',
  async () => {
    const url = new URL(process.env.TEST_POSTGRES_URL!)
    const admin = await openPool(url.href, { max: 1 })
    const name = `test_order_keys_${process.pid}`
    await admin.query(`create database ${name} template template_hivewatch strategy file_copy`)
    url.pathname = `/${name}`
    const pool = await openPool(url.href, { max: 1 })
    const settings = { DATABASE_URL: url.href, DATA_DIR: folder }
    try {
      const keys = await makeKeys(folder)
      await pool.query(
        "insert into keeping (epoch, holder, lease_until, keys) values (1, 'node', 0, 'of another folder')",
      )
      const words = 'are not those that this database was created with'
      expect(await refusal('order-keys', ['--years', '1'], settings)).toContain(words)
      await pool.query('update keeping set keys = $1', [keys])
      const { stdout } = await runBundled('server/commands/order-keys.ts', ['--years', '1'], settings)
      expect(stdout).toMatch(/^[0-9A-Z-]+\n$/)
    } finally {
      await pool.end()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    }
  },
  120_000,
)
