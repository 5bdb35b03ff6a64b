import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { levelNumber, tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { curveSettings } from '../../../../tests/support/samples/weight-curve.ts'
import { runBundled } from '../../../../tests/support/server/bundle-server.ts'
import { encodeState, initialState, runDetectors } from '../../../alerts/alarms/detectors/run-detectors.ts'
import { encodeRawWeightDay } from '../../../hives/calibrations/raw-weight-day.ts'
import { rebuildSeries } from '../../../hives/timeline/rebuild-tiles.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { filePlace } from '../../../platform/config/database-place.ts'
import { upgradeDatabase } from '../../../platform/db/upgrade-database.ts'
import { systemClock } from '../../../platform/runtime/clock.ts'
import { openAlone } from '../../../store/open-database.ts'
import { writeBackup } from '../backups/write-backup.ts'
import { repairDatabase } from './repair-database.ts'

const START = Date.UTC(2026, 4, 28) / 1000
const DAYS = 10

let folder: string
let config: ReturnType<typeof readConfig>
let said: string[]

function sql<T>(use: (sqlite: Sqlite.Database) => T): T {
  const sqlite = new Sqlite(filePlace(config).databaseFile)
  try {
    return use(sqlite)
  } finally {
    sqlite.close()
  }
}

const dayTile = (day: number, count = 24) =>
  encodeTile({
    level: 'raw',
    from: START + day * DAY_SECONDS,
    length: count,
    time: Int32Array.from({ length: count }, (_, i) => i * 3600),
    columns: { weight: Int32Array.from({ length: count }, (_, i) => 40_000 + day * 100 + i * 7) },
  })

/** Two hives with ten days, rolled up to hours and days, and a detection state for each day. */
async function fill(): Promise<void> {
  await upgradeDatabase(filePlace(config).databaseFile)
  sql((sqlite) => {
    sqlite.exec(`
      insert into account (id, email, password_hash, language, role, firstname, lastname, company, street, zip, city, country, phone, created_at)
        values (1, 'a@example.org', 'x', 'de', 0, '', '', '', '', '', '', 'ch', '', 1);
      insert into controller (id, imei, imsi, name, owner_id, created_at) values (1, '356938035643809', '228011234567890', 'Waldrand', 1, 1);
      insert into scale (id, controller_id, channel, name, type, state, created_at)
        values (1, 1, 1, 'Volk 1', 'weight', 'active', 1), (2, 1, 2, 'Volk 2', 'weight', 'active', 1)`)
    const tile = sqlite.prepare('insert into tile (scale_id, level, "from", bytes, revision) values (?, 0, ?, ?, 1)')
    const checkpoint = sqlite.prepare('insert into detector_checkpoint (scale_id, "from", state) values (?, ?, ?)')
    for (const scaleId of [1, 2]) {
      let state = initialState()
      for (let day = 0; day < DAYS; day++) {
        const from = START + day * DAY_SECONDS
        tile.run(scaleId, from, dayTile(day))
        checkpoint.run(scaleId, from, encodeState(state))
        state = runDetectors(state, [{ time: from + 60, weightGrams: 40_000 + day }], curveSettings).state
      }
    }
  })
  const database = openAlone(filePlace(config).databaseFile)
  for (const seriesId of [1, 2]) await rebuildSeries(database, seriesId)
  await database.close()
}

let backups = 0
const backUp = () =>
  writeBackup({ config, clock: systemClock }, ++backups, {
    signal: new AbortController().signal,
    progress: () => undefined,
  })
const repair = (onlyCheck = false) =>
  repairDatabase(
    { config: filePlace(config), clock: systemClock, told: (text) => void said.push(text), openAlone },
    onlyCheck,
  )
const contents = () =>
  sql((sqlite) => [
    sqlite.prepare('select scale_id, level, "from", hex(bytes) bytes from tile').all(),
    sqlite.prepare('select scale_id, "from", hex(state) state from detector_checkpoint').all(),
  ])
const levelAt = (level: 'raw' | 'hour' | 'day', day: number) =>
  [levelNumber[level], tileSpan(level, START + day * DAY_SECONDS).from] as const

/** Flips a bit of a stored tile. */
function damageTile(scaleId: number, level: 'raw' | 'hour' | 'day', day: number): void {
  sql((sqlite) => {
    const key = [scaleId, ...levelAt(level, day)]
    const where = 'where scale_id = ? and level = ? and "from" = ?'
    const { bytes } = sqlite.prepare<unknown[], { bytes: Buffer }>(`select bytes from tile ${where}`).get(...key)!
    bytes[bytes.length >> 1]! ^= 4
    sqlite.prepare(`update tile set bytes = ? ${where}`).run(bytes, ...key)
  })
}
const damageCheckpoint = (scaleId: number, day: number) =>
  sql((sqlite) =>
    sqlite
      .prepare(`update detector_checkpoint set state = x'0203040506' where scale_id = ? and "from" = ?`)
      .run(scaleId, START + day * DAY_SECONDS),
  )

/** Runs a change that does not reach the index. */
function missFromIndex(name: string, change: () => void): void {
  const inSchema = (work: (sqlite: Sqlite.Database) => void) =>
    sql((sqlite) => {
      sqlite.unsafeMode(true)
      sqlite.pragma('writable_schema = ON')
      work(sqlite)
    })
  const row = sql((sqlite) => sqlite.prepare<[string], object>('select * from sqlite_master where name = ?').get(name)!)
  inSchema((sqlite) => void sqlite.prepare('delete from sqlite_master where name = ?').run(name))
  change()
  inSchema(
    (sqlite) =>
      void sqlite.prepare('insert into sqlite_master values (@type, @name, @tbl_name, @rootpage, @sql)').run(row),
  )
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-repair-'))
  config = readConfig({ DATA_DIR: folder })
  said = []
  await fill()
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('a repair', () => {
  it('says that everything is undamaged, and changes nothing', async () => {
    const before = contents()
    expect(await repair()).toEqual({
      isWhole: true,
      says: 'Looked at 26 tiles, 20 checkpoints, 0 received batches: none is damaged.',
    })
    expect(contents()).toEqual(before)
    expect(readdirSync(folder).filter((name) => /damaged|repair/.test(name))).toEqual([])
  })

  it('in check mode says what is damaged, and changes nothing', async () => {
    damageTile(2, 'raw', 3)
    const before = contents()
    expect((await repair(true)).isWhole).toBe(false)
    expect(said.join()).toContain(
      'damaged: scale 2 (Volk 2): the readings of 2026-05-31 (the checksum of a tile is wrong)',
    )
    expect(contents()).toEqual(before)
    expect(readdirSync(folder).filter((name) => /damaged|repair/.test(name))).toEqual([])
  })

  it('takes readings and detection states from the newest backup that has them undamaged', async () => {
    const before = contents()
    await backUp()
    damageTile(1, 'raw', 2)
    await backUp()
    damageTile(2, 'raw', 0)
    damageCheckpoint(2, 9)
    const { isWhole, says } = await repair()
    expect(isWhole, says).toBe(true)
    expect(says).toContain('3 damaged, 3 repaired, 0 could not be recovered')
    expect(contents()).toEqual(before)
    expect(said.join()).toMatch(/2026-05-30.*taken from the backup .*-1/)
    expect((await repair()).says).toContain('none is damaged')
    const revision = sql((sqlite) => sqlite.prepare('select max(revision) max from tile').get())
    expect(revision).toEqual(sql((sqlite) => sqlite.prepare('select revision max from tile_cursor').get()))
  })

  it('leaves set-aside data alone: days that wait for their hours are not readings, and detection keeps no bytes', async () => {
    sql((sqlite) =>
      sqlite.exec(`insert into set_aside
        (controller_id, series_id, stage, reason, message, body, readings, received_at, attempts, tried_at) values
        (1, 1, 'roll_up', 'damaged', '', zeroblob(8), 0, 1, 1, 1), (1, 1, 'detection', 'too_slow', '', null, 0, 1, 1, 1),
        (1, 1, 'readings', 'damaged', '', zeroblob(56), 2, 1, 1, 1)`),
    )
    expect((await repair()).says).toContain('none is damaged')
    sql((sqlite) => sqlite.exec("update set_aside set body = zeroblob(57) where stage = 'readings'"))
    expect((await repair()).says).toContain('1 damaged')
    expect(sql((sqlite) => sqlite.prepare('select count(*) n from set_aside').get())).toEqual({ n: 2 })
  })

  it('takes raw weights from a backup, and has weather loaded again', async () => {
    const raw = encodeRawWeightDay({ time: Int32Array.of(60), raw: Float64Array.of(512_345.5) })
    const rawWeights = () => sql((sqlite) => sqlite.prepare('select bytes from raw_weight_day').pluck().get())
    sql((sqlite) => {
      sqlite.prepare('insert into raw_weight_day values (1, ?, ?)').run(START, raw)
      sqlite.exec('insert into weather_place (id, latitude, longitude, created_at) values (3, 47, 8, 1)')
    })
    await backUp()
    sql((sqlite) => {
      sqlite.exec("update raw_weight_day set bytes = x'789c03'")
      sqlite.exec("insert into weather_month values (3, 1777593600, x'01ff', 1)")
    })
    expect((await repair()).says).toContain('2 damaged, 2 repaired, 0 could not be recovered')
    expect(rawWeights()).toEqual(Buffer.from(raw))
    expect(said.join()).toContain('removed; it is loaded again')
  })

  it('computes last values from the readings if they cannot be true, also in a scale that sends nothing any more', async () => {
    const lasts = () => sql((sqlite) => sqlite.prepare('select * from scale_last order by scale_id').all())
    const last = START + (DAYS - 1) * DAY_SECONDS + 23 * 3600
    const set = (changes: string) =>
      sql((sqlite) =>
        sqlite.exec(`insert or replace into scale_last (scale_id, time, weight_grams, weight_time, gain_level_grams, loss_level_grams) values
          (1, ${last}, 41061, ${last}, 0, 0), (2, ${last}, 41061, ${last}, 0, 0); update scale_last set ${changes} where scale_id = 2`),
      )
    set('time = time')
    const right = lasts()
    expect((await repair()).says).toContain('none is damaged')
    for (const damage of [
      'time = 1830000000000',
      'time = -5',
      'time = time - 86400',
      'weight_time = 9e15',
      'weight_time = -1',
      'weight_grams = 41061 + 131072',
      "weight_grams = 'x'",
    ]) {
      set(damage)
      expect((await repair(true)).says).toContain('1 damaged')
      expect(await repair()).toMatchObject({ isWhole: true })
      expect(lasts(), damage).toEqual(right)
    }
    expect(said.join()).toContain('scale 2 (Volk 2): its last values (its time is not on the last day with readings)')
  })

  it('takes the last values from the day before if the readings of the last day are lost', async () => {
    damageTile(1, 'raw', DAYS - 1)
    await repair()
    const time = START + (DAYS - 2) * DAY_SECONDS + 23 * 3600
    const last = sql((sqlite) => sqlite.prepare('select time, weight_time from scale_last where scale_id = 1').get())
    expect(last).toEqual({ time, weight_time: time })
    expect((await repair(true)).says).toContain('none is damaged')
  })

  it('rebuilds hours and days from the readings', async () => {
    const before = contents()
    damageTile(1, 'hour', 0)
    damageTile(1, 'hour', 9)
    damageTile(2, 'day', 0)
    expect((await repair()).isWhole).toBe(true)
    expect(contents()).toEqual(before)
  })

  it('moves aside what cannot be recovered, and continues with everything else', async () => {
    damageTile(1, 'raw', 4)
    damageTile(2, 'hour', 4)
    damageCheckpoint(1, 5)
    sql((sqlite) => sqlite.exec("insert into inbox (controller_id, received_at, body) values (1, 1, x'010203')"))
    const damaged = contents()
    const { isWhole, says } = await repair()
    expect(isWhole).toBe(false)
    expect(says).toContain('4 damaged, 2 repaired, 2 could not be recovered')
    const [aside] = readdirSync(folder).filter((name) => name.startsWith('damaged-'))
    const rows = readFileSync(path.join(folder, aside!, 'rows.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
    const kept = rows.map((row) => JSON.parse(row) as { table: string; from: number; bytes?: { base64: string } })
    expect(kept.map(({ table }) => table).sort()).toEqual(['detector_checkpoint', 'inbox', 'tile', 'tile'])
    const raw = kept.find(({ from, table }) => table === 'tile' && from === START + 4 * DAY_SECONDS)!
    const was = (damaged[0] as { scale_id: number; from: number; level: number; bytes: string }[]).find(
      (row) => row.scale_id === 1 && row.level === 0 && row.from === raw.from,
    )!
    expect(Buffer.from(raw.bytes!.base64, 'base64').toString('hex').toUpperCase()).toBe(was.bytes)
    expect((await repair()).says).toContain('none is damaged')
  })

  it('takes no detection state of other readings from a backup', async () => {
    await backUp()
    damageCheckpoint(1, 5)
    sql((sqlite) =>
      sqlite
        .prepare('update tile set bytes = ? where scale_id = 1 and level = 0 and "from" = ?')
        .run(dayTile(4, 20), START + 4 * DAY_SECONDS),
    )
    expect((await repair()).isWhole).toBe(true)
    expect(said.join()).toContain('removed; detection begins before it')
    const left = sql((sqlite) => sqlite.prepare('select count(*) n from detector_checkpoint').get())
    expect(left).toEqual({ n: 2 * DAYS - 1 })
  })

  it('moves rows with broken references aside, and rebuilds damaged indexes', async () => {
    sql((sqlite) => {
      sqlite.pragma('foreign_keys = OFF')
      sqlite.exec(
        "insert into scale (id, controller_id, channel, name, type, state, created_at) values (9, 77, 1, 'x', 'weight', 'active', 1)",
      )
    })
    missFromIndex('account_affiliation', () =>
      sql((sqlite) =>
        sqlite.exec("insert into affiliation (id, name) values (1, 'x'); update account set affiliation_id = 1"),
      ),
    )
    const { isWhole } = await repair()
    expect(isWhole).toBe(false)
    expect(said.join()).toContain('row 9 of scale refers to a controller that does not exist')
    expect(said).toContain('the indexes were rebuilt')
    expect(sql((sqlite) => sqlite.pragma('foreign_key_check'))).toEqual([])
    expect(sql((sqlite) => sqlite.pragma('integrity_check', { simple: true }))).toBe('ok')
  })

  it('resumes after an interruption', async () => {
    const before = contents()
    damageTile(1, 'day', 0)
    damageTile(2, 'hour', 0)
    const stop = new Error('interrupted')
    const interrupted = repairDatabase(
      {
        config: filePlace(config),
        clock: systemClock,
        openAlone,
        told: (text) => {
          if (text.includes('rebuilt from')) throw stop
        },
      },
      false,
    )
    await expect(interrupted).rejects.toThrow(stop)
    expect((await repair()).isWhole).toBe(true)
    expect(contents()).toEqual(before)
    expect(existsSync(path.join(folder, 'repair.part'))).toBe(false)
  })
})

it('npm run repair ends with what it found', async () => {
  const run = (...more: string[]) => runBundled('server/commands/repair.ts', more, { DATA_DIR: folder })
  damageTile(1, 'raw', 1)
  await expect(run('--check')).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('1 damaged. Repair') })
  await expect(run()).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('1 could not be recovered') })
  expect((await run()).stdout).toContain('none is damaged.')
  await expect(run('--all')).rejects.toMatchObject({ code: 2, stderr: 'npm run repair [-- --check]\n' })
})

it.each([
  ['in which not even the tables can be found', (bytes: Buffer) => bytes.fill(0xff, 110, 1000), 'is too damaged'],
  ['that was cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2), 'was cut short'],
])('npm run repair does not say to run itself for a database %s', async (_, damage, words) => {
  const file = path.join(folder, 'hivewatch.sqlite')
  sql((sqlite) => sqlite.pragma('wal_checkpoint(truncate)'))
  writeFileSync(file, damage(readFileSync(file)))
  for (const ending of ['-wal', '-shm']) rmSync(`${file}${ending}`, { force: true })
  const refused = runBundled('server/commands/repair.ts', [], { DATA_DIR: folder })
  await expect(refused).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining(words) })
  await expect(refused).rejects.toMatchObject({ stderr: expect.not.stringContaining('npm run repair') })
})
