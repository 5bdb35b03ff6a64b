import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keptEntries } from './data-folder.ts'
import { openData } from './open-data.ts'
import { checkFolderIsOurs, tightenData } from './tighten-data.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'hivewatch-folder-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const at = (...names: string[]) => path.join(dataDir, ...names)
const modeOf = (...names: string[]) => statSync(at(...names)).mode & 0o777
const databaseFile = () => at('hivewatch.sqlite')

it('keeps what cannot be made again, but neither the database nor what belongs to the disk', async () => {
  for (const folder of ['backups', 'firmware', 'lost+found']) mkdirSync(at(folder))
  for (const file of ['secret.key', 'hivewatch.sqlite', 'hivewatch.sqlite-wal', 'in-use.lock'])
    writeFileSync(at(file), '')
  expect(await keptEntries({ dataDir, databaseFile: databaseFile() })).toEqual(['firmware', 'secret.key'])
})

it.runIf(process.getuid?.() === 0)('closes to others what is its own, and does not look into folders of others', () => {
  for (const folder of ['firmware', 'lost+found']) {
    mkdirSync(at(folder), { mode: 0o755 })
    writeFileSync(at(folder, 'file'), '', { mode: 0o644 })
  }
  chownSync(at('lost+found'), 4242, 4242)
  tightenData({ dataDir, database: { kind: 'file', file: databaseFile() } })
  expect([modeOf(), modeOf('firmware'), modeOf('firmware', 'file')]).toEqual([0o700, 0o700, 0o600])
  expect([modeOf('lost+found'), modeOf('lost+found', 'file')]).toEqual([0o755, 0o644])
})

it('does not take over a folder of others, and closes nothing in it', async () => {
  chmodSync(dataDir, 0o755)
  for (const folder of ['backups', 'lost+found', 'photos']) mkdirSync(at(folder), { mode: 0o755 })
  const opened = openData({ dataDir, database: { kind: 'file', file: databaseFile() } }, () => undefined)
  await expect(opened).rejects.toThrow(/holds something else \(photos\), .*: set DATA_DIR to a folder of its own/)
  expect([modeOf(), modeOf('photos'), readdirSync(dataDir).sort()]).toEqual([
    0o755,
    0o755,
    ['backups', 'lost+found', 'photos'],
  ])
})

it.each(['secret.key', 'in-use.lock', 'hives.sqlite'])(
  'takes a folder with %s for its own, whatever else is in it',
  (name) => {
    for (const file of [name, 'photo.jpg']) writeFileSync(at(file), 'x')
    const database = { kind: 'file', file: at('hives.sqlite') } as const
    expect(() => checkFolderIsOurs({ dataDir, database })).not.toThrow()
  },
)

it('takes a folder that only has the demo, or the backups to restore, for a new one', () => {
  for (const folder of ['demo', 'backups', 'lost+found', '.cache']) mkdirSync(at(folder))
  expect(() => checkFolderIsOurs({ dataDir, database: { kind: 'file', file: databaseFile() } })).not.toThrow()
})

it('closes no folder that is named as the database by mistake', () => {
  mkdirSync(at('shared'), { mode: 0o755 })
  mkdirSync(at('data'))
  tightenData({ dataDir: at('data'), database: { kind: 'file', file: at('shared') } })
  expect(modeOf('shared')).toBe(0o755)
})
