import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { filePlace } from '../../../platform/config/database-place.ts'
import { upgradeDatabase } from '../../../platform/db/upgrade-database.ts'
import { systemClock } from '../../../platform/runtime/clock.ts'
import type { BackupManifest } from './backup-manifest.ts'
import { checkedTables, checks } from './check-rows.ts'
import { keepBackups, listBackups } from './keep-backups.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

/** Read together with another column, or not in our own format. */
const checkedOtherwise = ['inbox.senders', 'passkey.public_key']

const day = Date.UTC(2026, 4, 10) / 1000
let folder: string
let config: ReturnType<typeof readConfig>
let jobs = 0

function sql(text: string, ...values: unknown[]): void {
  const sqlite = new Sqlite(filePlace(config).databaseFile)
  sqlite.prepare(text).run(...values)
  sqlite.close()
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-content-'))
  config = readConfig({ DATA_DIR: folder, BACKUPS_KEPT: '2' })
  await upgradeDatabase(filePlace(config).databaseFile)
  const tile = encodeTile({
    level: 'raw',
    from: day,
    length: 2,
    time: Int32Array.of(0, DAY_SECONDS - 1),
    columns: { weight: Int32Array.of(40_000, 40_100) },
  })
  sql('insert into tile values (1, 0, ?, ?, 1)', day, tile)
})
afterEach(() => rmSync(folder, { recursive: true }))

const backUp = async () => {
  const way = { signal: new AbortController().signal, progress: () => undefined }
  const written = await writeBackup({ config, clock: systemClock }, ++jobs, way)
  await keepBackups({ config, clock: systemClock })
  return written
}
const manifestOf = (name: string) =>
  JSON.parse(readFileSync(path.join(folder, 'backups', name, 'manifest.json'), 'utf8')) as BackupManifest

it('a backup of an undamaged database lists no damage', async () => {
  const { name, damage } = await backUp()
  expect(damage).toEqual([])
  expect(manifestOf(name).damage).toEqual([])
})

it('backups of a damaged database say what is damaged, and displace none of an undamaged one', async () => {
  const whole = [(await backUp()).name, (await backUp()).name]
  sql("update tile set bytes = x'20003f'")
  const damaged: string[] = []
  for (let i = 0; i < 3; i++) {
    const { name, damage } = await backUp()
    expect(damage).toEqual([expect.stringMatching(/^scale 1: the readings of 2026-05-10 \(.*\)$/)])
    expect(manifestOf(name).damage).toEqual(damage)
    damaged.push(name)
  }
  expect(await listBackups(config)).toEqual([...whole, ...damaged.slice(1)])

  const restored = await restoreBackup(
    { config: filePlace(config), clock: systemClock },
    path.join(folder, 'backups', damaged[2]!),
  )
  expect(restored.damage).toEqual(manifestOf(damaged[2]!).damage)
  expect(readdirSync(folder)).toContain('hivewatch.sqlite')
})

it('a damaged detection state is found too', async () => {
  sql("insert into detector_checkpoint values (1, ?, x'0200000000ff')", day)
  expect((await backUp()).damage).toEqual([
    expect.stringContaining('the state of detection at the start of 2026-05-10'),
  ])
})

it('damaged raw weights and weather are found too', async () => {
  sql("insert into raw_weight_day values (1, ?, x'789c03')", day)
  sql('insert into weather_place (id, latitude, longitude, created_at) values (3, 47, 8, 1)')
  sql("insert into weather_month values (3, ?, x'01ff', 0)", day - 9 * DAY_SECONDS)
  expect((await backUp()).damage).toEqual([
    expect.stringContaining('scale 1: the raw weights of 2026-05-10'),
    expect.stringContaining('the weather of 2026-05 at place 3'),
  ])
})

it('all bytes in our own format are checked', () => {
  const sqlite = new Sqlite(filePlace(config).databaseFile, { readonly: true })
  const columns = sqlite
    .prepare<[], { name: string }>(
      `select t.name || '.' || c.name as name from sqlite_master t, pragma_table_info(t.name) c
       where t.type = 'table' and lower(c.type) = 'blob' order by 1`,
    )
    .all()
  sqlite.close()
  const checked = checkedTables.map((table) => `${table}.${checks[table].column}`)
  expect(columns.map(({ name }) => name)).toEqual([...checked, ...checkedOtherwise].sort())
})
