import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bundledServer } from '../support/server/bundle-server.ts'
import { startServerProcess } from '../support/server/server-process.ts'
import { IS_LONG_RUN } from './installation.ts'

const root = path.join(import.meta.dirname, '../..')
const mayMount = process.getuid?.() === 0
const NOBODY = 65_534
const TIMEOUT_MS = 120_000

let template: string
let folder: string
let dataDir: string
let database: string

beforeAll(async () => {
  template = mkdtempSync(path.join(tmpdir(), 'hivewatch-start-'))
  const server = await startServerProcess({ DATA_DIR: template })
  await server.stop()
}, TIMEOUT_MS)
afterAll(() => rmSync(template, { recursive: true }))

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-start-'))
  dataDir = path.join(folder, 'hives')
  database = path.join(dataDir, 'hivewatch.sqlite')
  cpSync(template, dataDir, { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

type Ended = { code: number | null; said: string }

/** Starts the server and waits for it to end; if it does start, it is stopped, with code -1. */
async function startAndEnd(env: Record<string, string> = {}, uid?: number): Promise<Ended> {
  const { program, settings } = await bundledServer()
  const child: ChildProcess = spawn(process.execPath, [program('server/main.ts')], {
    cwd: root,
    env: { PATH: process.env.PATH, ...settings, DATA_DIR: dataDir, PORT: '0', WEATHER_URL: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  let said = ''
  let isUp = false
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  child.stdout?.on('data', (chunk: Buffer) => {
    if (!chunk.toString().includes('is listening')) return
    isUp = true
    child.kill('SIGKILL')
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code: isUp ? -1 : code, said }
}

/** Expects a single line for the operator that says what to do, and nothing about internals. */
async function expectRefused(reason: RegExp, env?: Record<string, string>, uid?: number): Promise<void> {
  const { code, said } = await startAndEnd(env, uid)
  expect(said).toMatch(reason)
  expect(said.trimEnd().split('\n')).toHaveLength(1)
  expect(said).not.toMatch(/\bat .*\.m?ts|\.mjs|Error:/)
  expect(code).toBe(2)
}

const sql = (text: string) => {
  const sqlite = new Sqlite(database)
  sqlite.exec(text)
  sqlite.close()
}
const written = (name: string, content: string) => () => writeFileSync(path.join(dataDir, name), content)

type Case = [name: string, prepare: () => void, reason: RegExp, env?: () => Record<string, string>]
const cases: Case[] = [
  [
    'a database that was cut short',
    () => truncateSync(database, 40_960),
    /cut short: restore a backup \(npm run restore\)/,
  ],
  ['an emptied database', () => truncateSync(database, 0), /is empty.*restore a backup/],
  ['a text in its place', () => writeFileSync(database, 'honey\n'), /not a SQLite database: set DATABASE_URL/],
  [
    'the database of another program',
    () => {
      rmSync(database)
      sql('create table song (title text)')
    },
    /another program: set DATABASE_URL/,
  ],
  [
    'a newer database',
    () => sql("insert into kysely_migration values ('9999-later', '2030-01-01T00:00:00.000Z')"),
    /newer HiveWatch \(9999-later\): install that version/,
  ],
  [
    'a migration that cannot be made',
    () =>
      sql(
        "delete from kysely_migration where name >= '0031'; alter table mail drop column sender_name; create view mail_copy as select missing from mail",
      ),
    /could not be upgraded: migration 0031-mail-sender failed .* put .*before-upgrade-0030-customer-notice.* in the place of/,
  ],
  [
    'a folder in its place',
    () => {
      rmSync(database)
      mkdirSync(database)
    },
    /is not a file: set DATABASE_URL/,
  ],
  ['a secret key that was cut short', written('secret.key', 'AAAA'), /secret\.key does not hold a key: restore it/],
  ['an empty secret key', written('secret.key', ''), /secret\.key does not hold a key: restore it/],
  [
    'half of the push keys',
    written('vapid.json', '{"publicKey":"B'),
    /vapid\.json does not hold VAPID keys: restore it/,
  ],
  ['empty push keys', written('vapid.json', ''), /vapid\.json does not hold VAPID keys: restore it/],
  ['half a plan of a restore', written('restore.json', '{"moves":['), /restore\.json.*npm run restore/],
  [
    'a file for a data folder',
    () => writeFileSync(path.join(folder, 'file'), ''),
    /file where a folder should be: set DATA_DIR/,
    () => ({ DATA_DIR: path.join(folder, 'file') }),
  ],
  [
    'a data folder below a file',
    () => writeFileSync(path.join(folder, 'file'), ''),
    /lies below a file: set DATA_DIR/,
    () => ({ DATA_DIR: path.join(folder, 'file/hives') }),
  ],
  [
    'a data folder where none can be created',
    () => undefined,
    /^\/proc\/hives cannot be used: .* set another place/,
    () => ({ DATA_DIR: '/proc/hives' }),
  ],
]

/** With `npm test`, only those that stand for others as well. */
const chosen = IS_LONG_RUN ? cases : cases.filter(([name]) => /was cut short|cannot be made|below|none can/.test(name))

describe('a start says in one sentence what is wrong', { timeout: TIMEOUT_MS }, () => {
  test.each(chosen)('with %s', async (_, prepare, reason, env) => {
    prepare()
    await expectRefused(reason, env?.())
  })

  test.runIf(IS_LONG_RUN)('with a damaged page', async () => {
    sql('pragma journal_mode = delete')
    const bytes = readFileSync(database)
    bytes.fill(0xff, 4096 * 2, 4096 * 8)
    writeFileSync(database, bytes)
    await expectRefused(/is damaged: run npm run repair, or restore a backup/)
  })

  test.runIf(IS_LONG_RUN)('with a port that is taken', async () => {
    const other: Server = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address() as { port: number }
    await expectRefused(/port \d+ is in use by another program/, { PORT: String(address.port) })
    other.close()
  })

  test.runIf(mayMount && IS_LONG_RUN)('where it has no permission', async () => {
    chmodSync(folder, 0o755)
    await expectRefused(/give it to the user who runs HiveWatch/, {}, NOBODY)
    for (const name of [dataDir, ...readdirSync(dataDir).map((name) => path.join(dataDir, name))]) {
      chownSync(name, NOBODY, NOBODY)
    }
    chmodSync(database, 0o400)
    await expectRefused(/hivewatch\.sqlite cannot be used: give it to the user/, {}, NOBODY)
    chmodSync(database, 0o600)
    expect((await startAndEnd({}, NOBODY)).code).toBe(-1)
  })

  test.runIf(mayMount)('on a disk that is mounted read-only', async () => {
    execFileSync('mount', ['--bind', dataDir, dataDir])
    try {
      execFileSync('mount', ['-o', 'remount,bind,ro', dataDir])
      await expectRefused(/mounted read-only/)
      await expectRefused(/mounted read-only/, {
        DATA_DIR: path.join(folder, 'keys'),
        DATABASE_URL: `file:${database}`,
      })
      await expectRefused(/mounted read-only/, { DATA_DIR: path.join(dataDir, 'below') })
    } finally {
      execFileSync('umount', [dataDir])
    }
    expect((await startAndEnd()).code).toBe(-1)
  })

  test.runIf(mayMount && IS_LONG_RUN)('on a full disk (or starts), and starts with enough room', async () => {
    const disk = path.join(folder, 'disk')
    mkdirSync(disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'hivewatch-test', disk])
    try {
      for (const place of [path.join(disk, 'new'), path.join(disk, 'used')]) {
        if (place.endsWith('used')) cpSync(template, place, { recursive: true })
        const { bavail, bsize } = statfsSync(disk)
        writeFileSync(path.join(disk, 'filler'), Buffer.alloc(bavail * bsize))
        const { code, said } = await startAndEnd({ DATA_DIR: place })
        if (code !== -1) {
          expect(said).toMatch(/disk is full/)
          expect(said.trimEnd().split('\n')).toHaveLength(1)
          expect(code).toBe(2)
        }
        rmSync(path.join(disk, 'filler'))
        expect((await startAndEnd({ DATA_DIR: place })).code).toBe(-1)
      }
    } finally {
      execFileSync('umount', [disk])
    }
  })
})

test('files and folders are accessible to their user alone, even those that were not', async () => {
  mkdirSync(path.join(dataDir, 'exports'), { mode: 0o755 })
  writeFileSync(path.join(dataDir, 'exports/hives.csv'), '', { mode: 0o644 })
  for (const name of readdirSync(dataDir)) chmodSync(path.join(dataDir, name), 0o755)
  const server = await startServerProcess({ DATA_DIR: dataDir })
  const names = ['.', ...readdirSync(dataDir, { recursive: true })].map(String)
  expect(names).toEqual(expect.arrayContaining(['hivewatch.sqlite-wal', 'hivewatch.sqlite-shm', 'exports/hives.csv']))
  // a file being written is renamed a moment later
  const modeOf = (name: string) => statSync(path.join(dataDir, name), { throwIfNoEntry: false })?.mode ?? 0
  expect(names.filter((name) => modeOf(name) & 0o077)).toEqual([])
  await server.kill()
}, 120_000)

test(
  'a variable with nearly the name of a setting is reported in the log, without its value',
  async () => {
    const server = await startServerProcess({ DATA_DIR: dataDir, TRUST_PROXI: 'https://user:password@host' })
    await server.kill()
    expect(server.output()).toContain('there is no setting TRUST_PROXI: if TRUST_PROXY is meant, it is not set')
    expect(server.output()).not.toContain('password@')
  },
  TIMEOUT_MS,
)

test(
  'two servers never work on the same database, whatever path leads to it',
  async () => {
    const link = path.join(folder, 'link')
    symlinkSync(dataDir, link)
    symlinkSync(database, path.join(folder, 'other.sqlite'))
    const first = await startServerProcess({ DATA_DIR: dataDir })
    try {
      for (const file of [database, path.join(link, 'hivewatch.sqlite'), path.join(folder, 'other.sqlite')]) {
        const other = { DATA_DIR: path.join(folder, 'elsewhere'), DATABASE_URL: `file:${file}` }
        await expectRefused(/hivewatch\.sqlite is in use by a running server: stop it first/, other)
      }
      await expectRefused(/hives is in use by a running server/, { DATABASE_URL: `file:${folder}/third.sqlite` })
      expect(existsSync(path.join(folder, 'third.sqlite'))).toBe(false)
    } finally {
      await first.kill()
    }
  },
  TIMEOUT_MS,
)
