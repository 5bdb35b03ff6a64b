import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keptEntries } from './data-folder.ts'
import { openData } from './open-data.ts'
import { tightenData } from './tighten-data.ts'

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

it.each(['photos', '.ssh', 'demo', 'data.sqlite', 'some.sqlite-wal'])(
  'leaves alone %j, which is not its own',
  async (name) => {
    mkdirSync(at(name))
    writeFileSync(at('secret.key'), '')
    expect(await keptEntries({ dataDir, databaseFile: databaseFile() })).toEqual(['secret.key'])
  },
)

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

it('takes a key that is mounted read-only as it is', ({ skip }) => {
  for (const name of ['secret', 'secret.key']) writeFileSync(at(name), '', { mode: 0o644 })
  const mount = (...words: string[]) => spawnSync('mount', words).status === 0
  skip(!mount('--bind', at('secret'), at('secret.key')), 'nothing may be mounted here')
  try {
    mount('-o', 'remount,ro,bind', at('secret.key'))
    tightenData({ dataDir, database: { kind: 'file', file: databaseFile() } })
    expect(modeOf('secret.key')).toBe(0o644)
  } finally {
    spawnSync('umount', [at('secret.key')])
  }
})

it('closes only its own in a folder that also holds something else', async () => {
  chmodSync(dataDir, 0o755)
  mkdirSync(at('photos'), { mode: 0o755 })
  mkdirSync(at('exports'), { mode: 0o755 })
  for (const file of ['hives.sqlite', 'secret.key', 'notes.txt', 'exports/hives.csv'])
    writeFileSync(at(file), 'x', { mode: 0o644 })
  const lock = await openData({ dataDir, database: { kind: 'file', file: at('hives.sqlite') } }, () => undefined)
  lock.release()
  expect([modeOf(), modeOf('photos'), modeOf('notes.txt')]).toEqual([0o755, 0o755, 0o644])
  expect(['hives.sqlite', 'secret.key', 'exports', 'exports/hives.csv'].map((name) => modeOf(name))).toEqual([
    0o600, 0o600, 0o700, 0o600,
  ])
})

it.each([
  [0o700, ['secret.key', 'lost+found', '.cache', 'demo', 'before-upgrade-0080-2026.sqlite']],
  [0o755, ['secret.key', 'photo.jpg']],
])('is a folder of mode %o with %j', (mode, names) => {
  chmodSync(dataDir, 0o755)
  for (const name of names) writeFileSync(at(name), 'x')
  tightenData({ dataDir, database: { kind: 'file', file: databaseFile() } })
  expect(modeOf()).toBe(mode)
})

it('closes no folder that is named as the database by mistake', () => {
  mkdirSync(at('shared'), { mode: 0o755 })
  mkdirSync(at('data'))
  tightenData({ dataDir: at('data'), database: { kind: 'file', file: at('shared') } })
  expect(modeOf('shared')).toBe(0o755)
})
