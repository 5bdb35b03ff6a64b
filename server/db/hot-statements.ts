import type { Locale } from '#domain/account.ts'
import type { LoadCells } from '#domain/controller.ts'
import type { ScaleState, ScaleType } from '#domain/scale.ts'
import type { SqliteHandle } from './open-sqlite.ts'

export type IngestController = {
  id: number
  imei: string
  imsi: string
  load_cells: LoadCells
  update_interval_hours: number
  subscription_ends_at: number | null
  /** As it was read; what the transmitter says since then counts more. */
  software_version: string | null
  desired_version: string | null
  desired_sha256: string | null
}

export type ChannelScale = { id: number; channel: number; state: ScaleState }

/** The statements of the ingest path in SQLite's own words, prepared once; a second engine gets a file beside this one. */
export function prepareHotStatements(sqlite: SqliteHandle) {
  return {
    controllerByKey: sqlite.prepare<[string], IngestController>(
      `select c.id, c.imei, c.imsi, c.load_cells, c.update_interval_hours, c.subscription_ends_at, c.software_version,
         f.version as desired_version, f.sha256 as desired_sha256
       from controller c left join firmware f on f.id = c.desired_firmware_id where c.device_key_hash = ?`,
    ),
    scalesOf: sqlite.prepare<[number], ChannelScale>(
      'select id, channel, state from scale where controller_id = ? order by id',
    ),
    insertScale: sqlite.prepare<[number, number, string, string, number], { id: number }>(
      `insert into scale (controller_id, channel, name, type, state, created_at)
       values (?, ?, ?, ?, 'active', ?) returning id`,
    ),
    ownerLanguage: sqlite.prepare<[number], { language: Locale }>(
      'select a.language from controller c join account a on a.id = c.owner_id where c.id = ?',
    ),
    touchController: sqlite.prepare<[number, number | null, number | null, number | null, string | null, number]>(
      `update controller set last_seen_at = ?, battery_mv = coalesce(?, battery_mv),
         chip_temperature_centi = coalesce(?, chip_temperature_centi), signal_dbm = coalesce(?, signal_dbm),
         software_version = coalesce(?, software_version) where id = ?`,
    ),
    insertInbox: sqlite.prepare<[number, number, Uint8Array]>(
      'insert into inbox (controller_id, received_at, body) values (?, ?, ?)',
    ),
    readInbox: sqlite.prepare<[], { controller_id: number; received_at: number; body: Uint8Array }>(
      'select controller_id, received_at, body from inbox order by id',
    ),
    newestInboxId: sqlite.prepare<[], { id: number | null }>('select max(id) as id from inbox'),
    clearInbox: sqlite.prepare<[number]>('delete from inbox where id <= ?'),
    nextRevision: sqlite.prepare<[], { revision: number }>(
      'update tile_cursor set revision = revision + 1 where id = 1 returning revision',
    ),
    readClosed: sqlite.prepare<[], { closed_before: number }>('select closed_before from tile_cursor where id = 1'),
    readTile: sqlite.prepare<[number, number, number], { bytes: Uint8Array }>(
      'select bytes from tile where scale_id = ? and level = ? and "from" = ?',
    ),
    rawStartsFrom: sqlite.prepare<[number, number], { from: number }>(
      'select "from" from tile where scale_id = ? and level = 0 and "from" >= ? order by "from"',
    ),
    writeTile: sqlite.prepare<[number, number, number, Uint8Array, number]>(
      `insert into tile (scale_id, level, "from", bytes, revision) values (?, ?, ?, ?, ?)
       on conflict (scale_id, level, "from") do update set bytes = excluded.bytes, revision = excluded.revision`,
    ),
    readCheckpoint: sqlite.prepare<[number, number], { state: Uint8Array }>(
      'select state from detector_checkpoint where scale_id = ? and "from" = ?',
    ),
    latestCheckpoint: sqlite.prepare<[number, number], { from: number; state: Uint8Array }>(
      `select "from", state from detector_checkpoint where scale_id = ? and "from" <= ?
       order by "from" desc limit 1`,
    ),
    writeCheckpoint: sqlite.prepare<[number, number, Uint8Array]>(
      `insert into detector_checkpoint (scale_id, "from", state) values (?, ?, ?)
       on conflict (scale_id, "from") do update set state = excluded.state`,
    ),
    readLast: sqlite.prepare<[number], { time: number; gain_level_grams: number; loss_level_grams: number }>(
      'select time, gain_level_grams, loss_level_grams from scale_last where scale_id = ?',
    ),
    writeLast: sqlite.prepare<[number, number, number | null, number | null, number | null, number, number]>(
      `insert into scale_last
         (scale_id, time, weight_grams, temperature_centi, humidity_permille, gain_level_grams, loss_level_grams)
       values (?, ?, ?, ?, ?, ?, ?)
       on conflict (scale_id) do update set time = excluded.time, weight_grams = excluded.weight_grams,
         temperature_centi = excluded.temperature_centi, humidity_permille = excluded.humidity_permille,
         gain_level_grams = excluded.gain_level_grams, loss_level_grams = excluded.loss_level_grams`,
    ),
    readScale: sqlite.prepare<[number], { controller_id: number; type: ScaleType; state: ScaleState }>(
      'select controller_id, type, state from scale where id = ?',
    ),
    readPlace: sqlite.prepare<[number], { longitude: number | null; primary_region_id: number | null }>(
      'select longitude, primary_region_id from controller where id = ?',
    ),
    readRegion: sqlite.prepare<[number], { utc_offset: number; alarm_from: number; alarm_to: number }>(
      'select utc_offset, alarm_from, alarm_to from region where id = ?',
    ),
  }
}

export type HotStatements = ReturnType<typeof prepareHotStatements>
