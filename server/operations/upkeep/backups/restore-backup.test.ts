import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import Sqlite from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { decodeTile, encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { mergeRaw } from '#domain/hives/tiles/tile-merge.ts'
import { replaceDays, rollUpHour } from '#domain/hives/tiles/tile-roll-up.ts'
import { emptyCoarseTile, emptyRawTile } from '#domain/hives/tiles/timeline-tile.ts'
import { bundledServer } from '../../../../tests/support/server/bundle-server.ts'
import { startServerProcess } from '../../../../tests/support/server/server-process.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { filePlace } from '../../../platform/config/database-place.ts'
import { upgradeDatabase } from '../../../platform/db/upgrade-database.ts'
import { type Clock, fixedClock, systemClock } from '../../../platform/runtime/clock.ts'
import { finishRestore } from '../data-folder/finish-restore.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const TIMEOUT_MS = 60_000

let folder: string
let config: ReturnType<typeof readConfig>
let backup: string

let template: string

const made = () => mkdtempSync(path.join(tmpdir(), 'hivewatch-restore-'))
function use(dataDir: string): void {
  folder = dataDir
  config = readConfig({ DATA_DIR: dataDir })
}

beforeAll(async () => {
  template = made()
  use(template)
  await upgradeDatabase(filePlace(config).databaseFile)
  mark('backed up')
  const sqlite = new Sqlite(filePlace(config).databaseFile)
  for (const tile of kept) putTile(sqlite, { ...tile, revision: 0 })
  for (const type of ['BACKUP', 'EXPORT']) {
    sqlite
      .prepare("insert into job (type, input, status, due_at, created_at) values (?, '{}', 'running', 0, 0)")
      .run(type)
  }
  sqlite.close()
  await backUp()
  mark('now')
})
beforeEach(() => {
  use(made())
  cpSync(template, folder, { recursive: true })
  backup = path.join(folder, 'backups', readdirSync(inFolder('backups'))[0]!)
})
afterEach(() => rmSync(folder, { recursive: true }))
afterAll(() => rmSync(template, { recursive: true }))

const backUp = () =>
  writeBackup({ config, clock: systemClock }, 1, { signal: new AbortController().signal, progress: () => undefined })

const inFolder = (name: string) => path.join(folder, name)

/** Marks the rows and the keys with the same text, to tell which time they are from. */
function mark(text: string): void {
  const sqlite = new Sqlite(filePlace(config).databaseFile)
  sqlite.prepare('insert or replace into affiliation (id, name) values (1, ?)').run(text)
  sqlite.close()
  writeFileSync(inFolder('node.id'), text)
}

function marks(): string[] {
  const sqlite = new Sqlite(filePlace(config).databaseFile, { readonly: true })
  const row = sqlite.prepare<[], { name: string }>('select name from affiliation').get()
  sqlite.close()
  return [row!.name, readFileSync(inFolder('node.id'), 'utf8')]
}

type Stored = { scale_id: number; level: number; from: number; bytes: Uint8Array; revision: number }
const begin = 86_400 * 20_000
const one = { length: 1, time: [begin + 60], columns: { weight: [40_000] } }
const { tile: raw } = mergeRaw(emptyRawTile(begin), one)
const hours = replaceDays(emptyCoarseTile('hour', begin), [{ day: begin, buckets: rollUpHour(raw) }])
const kept = [
  { scale_id: 1, level: 1, from: hours.from, bytes: encodeTile(hours) },
  { scale_id: 1, level: 0, from: begin, bytes: encodeTile(raw) },
]
/** Added after the backup. */
const emptied = { ...kept[1]!, scale_id: 2 }
const putTile = (sqlite: Sqlite.Database, { scale_id, level, from, bytes, revision }: Stored) =>
  sqlite
    .prepare('insert or replace into tile (scale_id, level, "from", bytes, revision) values (?, ?, ?, ?, ?)')
    .run(scale_id, level, from, bytes, revision)
const lengthOf = ({ bytes }: Stored): number => decodeTile(bytes).length

const restore = (clock: Clock = systemClock) => restoreBackup({ config: filePlace(config), clock }, backup)

describe('a restore', () => {
  it('brings back rows and keys, keeps the previous data aside, and makes phones reload everything', async () => {
    const sqlite = new Sqlite(filePlace(config).databaseFile)
    sqlite.exec('update tile_cursor set revision = 70')
    for (const tile of [...kept, emptied]) putTile(sqlite, { ...tile, revision: 70 })
    sqlite.close()
    const { aside } = await restore()
    expect(marks()).toEqual(['backed up', 'backed up'])
    expect(readFileSync(path.join(aside[0]!, 'node.id'), 'utf8')).toBe('now')
    expect(existsSync(path.join(aside[0]!, 'hivewatch.sqlite'))).toBe(true)
    const restored = new Sqlite(filePlace(config).databaseFile, { readonly: true })
    expect(restored.prepare('select revision from tile_cursor').get()).toEqual({ revision: 71 })
    const tiles = restored.prepare<[], Stored>('select * from tile order by scale_id, level desc').all()
    restored.close()
    expect(tiles.map(({ revision }) => revision)).toEqual([71, 71, 71])
    expect(tiles.map(lengthOf)).toEqual([1, 1, 0])
  })

  it('gives no number to a second row that phones and other programs know from a row that was lost', async () => {
    const insert = "insert into affiliation (name) values ('added since') returning id"
    const add = () => {
      const sqlite = new Sqlite(filePlace(config).databaseFile)
      const row = sqlite.prepare<[], { id: number }>(insert).get()!
      sqlite.close()
      return row.id
    }
    const lost = add()
    await restore()
    expect(add()).toBe(lost + 1)
  })

  it.each([
    ['in a folder of its own in the data folder', () => inFolder('db')],
    ['elsewhere, with one that is no longer used in the data folder', made],
  ])('brings back the copy that was verified of a database %s', async (_, place) => {
    const file = path.join(place(), 'hive.sqlite')
    mkdirSync(path.dirname(file), { recursive: true })
    cpSync(filePlace(config).databaseFile, file)
    if (path.dirname(path.dirname(file)) === folder) rmSync(filePlace(config).databaseFile)
    else writeFileSync(inFolder('hivewatch.sqlite-wal'), 'of another database')
    rmSync(backup, { recursive: true })
    config = readConfig({ DATA_DIR: folder, DATABASE_URL: `file:${file}` })
    mark('backed up')
    await backUp()
    backup = path.join(folder, 'backups', readdirSync(inFolder('backups'))[0]!)
    expect(readdirSync(backup).sort()).toEqual(['hivewatch.sqlite', 'manifest.json', 'node.id'])
    mark('since')
    const { aside } = await restore()
    expect(marks()).toEqual(['backed up', 'backed up'])
    const before = new Sqlite(aside[1]!, { readonly: true })
    expect(before.prepare('select name from affiliation').get()).toEqual({ name: 'since' })
    before.close()
    const restored = new Sqlite(file, { readonly: true })
    expect(restored.prepare('select revision from tile_cursor').get()).toEqual({ revision: 1 })
    restored.close()
    rmSync(path.dirname(file), { recursive: true })
  })

  it('brings back what links in the data folder led to, and is not held up by what is no file', async () => {
    const elsewhere = made()
    mkdirSync(path.join(elsewhere, 'firmware'))
    writeFileSync(path.join(elsewhere, 'firmware/1.2.3.bin'), 'firmware')
    writeFileSync(path.join(elsewhere, 'secret.key'), 'secret')
    for (const name of ['secret.key', 'firmware']) symlinkSync(path.join(elsewhere, name), inFolder(name))
    symlinkSync(path.join(elsewhere, 'nowhere'), path.join(elsewhere, 'firmware/lost.bin'))
    const socket = createServer().listen(path.join(elsewhere, 'firmware/some.socket'))
    await once(socket, 'listening')
    rmSync(backup, { recursive: true })
    await backUp()
    socket.close()
    backup = path.join(folder, 'backups', readdirSync(inFolder('backups'))[0]!)
    rmSync(elsewhere, { recursive: true })
    await restore()
    expect(readFileSync(inFolder('secret.key'), 'utf8')).toBe('secret')
    expect(readFileSync(inFolder('firmware/1.2.3.bin'), 'utf8')).toBe('firmware')
  })

  /** Mounts a file over another, as containers do; false if this process may not. */
  function mountOver(file: string, source: string): boolean {
    return spawnSync('mount', ['--bind', source, file]).status === 0
  }

  it.for<[string, string, RegExp | undefined]>([
    ['stays if it is the same in the backup', 'secret', undefined],
    ['is not replaced by another one, which is said before anything has changed', 'another', /secret.key is mounted/],
  ])('a key that is mounted from elsewhere %s', async ([, content, refusal], { skip }) => {
    const elsewhere = made()
    writeFileSync(path.join(elsewhere, 'key'), 'secret')
    writeFileSync(inFolder('secret.key'), 'secret')
    rmSync(backup, { recursive: true })
    await backUp()
    backup = path.join(folder, 'backups', readdirSync(inFolder('backups'))[0]!)
    skip(!mountOver(inFolder('secret.key'), path.join(elsewhere, 'key')), 'nothing may be mounted here')
    try {
      writeFileSync(inFolder('secret.key'), content)
      mark('since')
      const untouched = readdirSync(folder).sort()
      if (refusal) {
        await expect(restore()).rejects.toThrow(refusal)
        expect(readdirSync(folder).sort()).toEqual(untouched)
      } else await restore()
      expect(marks()).toEqual(refusal ? ['since', 'since'] : ['now', 'now'])
      expect(readFileSync(inFolder('secret.key'), 'utf8')).toBe(content)
    } finally {
      spawnSync('umount', [inFolder('secret.key')])
      rmSync(elsewhere, { recursive: true })
    }
  })

  it('of unreadable data makes phones reload everything, too', async () => {
    writeFileSync(filePlace(config).databaseFile, 'no database any more')
    const now = Date.UTC(2026, 10, 30)
    await restore(fixedClock(now))
    const restored = new Sqlite(filePlace(config).databaseFile, { readonly: true })
    expect(restored.prepare<[], Stored>('select * from tile').all().map(lengthOf)).toEqual([1, 1])
    expect(restored.prepare('select revision from tile_cursor').get()).toEqual({ revision: now + 1 })
    restored.close()
  })

  it('does not make the next start repeat the job that made the backup', async () => {
    await restore()
    const restored = new Sqlite(filePlace(config).databaseFile, { readonly: true })
    const jobs = restored.prepare<[], object>('select type, status, finished_at > 0 as is_over from job').all()
    restored.close()
    expect(jobs).toEqual([
      { type: 'BACKUP', status: 'done', is_over: 1 },
      { type: 'EXPORT', status: 'running', is_over: null },
    ])
  })

  const flipped = (bytes: Buffer) => Buffer.from(bytes.map((byte, i) => (i === 5000 ? byte ^ 1 : byte)))
  const written = (find: RegExp, put: string) => (bytes: Buffer) => Buffer.from(bytes.toString().replace(find, put))
  it.each<[string, string, (bytes: Buffer) => Buffer, RegExp]>([
    ['with a bit that flipped', 'hivewatch.sqlite', flipped, /was changed/],
    ['cut short', 'hivewatch.sqlite', (bytes) => bytes.subarray(0, 4096), /was changed/],
    ['with half a manifest', 'manifest.json', (bytes) => bytes.subarray(0, 40), /damaged/],
    ['of a newer schema', 'manifest.json', written(/"schema": "[^"]*"/, '"schema": "9999-later"'), /newer/],
    ['that leads elsewhere', 'manifest.json', written(/"path": "node.id"/, '"path": "../node.id"'), /damaged/],
    ['that lacks a file', 'manifest.json', written(/"path": "node.id"/, '"path": "other.key"'), /other.key is missing/],
  ])('refuses one %s, and changes nothing', async (_, file, change, reason) => {
    const untouched = readdirSync(folder).sort()
    writeFileSync(path.join(backup, file), change(readFileSync(path.join(backup, file))))
    await expect(restore()).rejects.toThrow(reason)
    expect(readdirSync(folder).sort()).toEqual(untouched)
    expect(marks()).toEqual(['now', 'now'])
  })

  it('refuses a file that is not part of the backup, and a folder that is not a backup', async () => {
    writeFileSync(path.join(backup, 'extra'), '')
    await expect(restore()).rejects.toThrow('extra')
    await expect(restoreBackup({ config: filePlace(config), clock: systemClock }, folder)).rejects.toThrow(
      'is not a backup',
    )
  })

  it(
    'that is killed at any point leaves either the old or the restored data, complete',
    async () => {
      const { program, settings } = await bundledServer()
      for (const moment of ['restore.part', 'hivewatch.sqlite.restore.part', 'restore.json']) {
        mark('now')
        const running = promisify(execFile)(process.execPath, [program('server/commands/restore.ts'), backup], {
          env: { PATH: process.env.PATH, ...settings, DATA_DIR: folder },
        })
        while (!existsSync(inFolder(moment)) && running.child.exitCode === null)
          await new Promise((resolve) => setTimeout(resolve, 1))
        running.child.kill('SIGKILL')
        await running.catch(() => undefined)
        if (moment === 'restore.json') {
          // the start of the server finishes what was begun
          const server = await startServerProcess({ DATA_DIR: folder })
          await server.stop()
          expect(existsSync(inFolder('restore.json'))).toBe(false)
        } else await finishRestore(folder)
        expect([
          ['now', 'now'],
          ['backed up', 'backed up'],
        ]).toContainEqual(marks())
      }
    },
    TIMEOUT_MS,
  )
})
