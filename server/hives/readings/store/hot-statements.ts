import type { Selectable } from 'kysely'
import type { LoadCells } from '#domain/hives/controller.ts'
import type { ScaleState, ScaleType } from '#domain/hives/scale.ts'
import type { ChannelScale } from '#domain/hives/scale-at.ts'
import type { SetAsideReason, SetAsideStage } from '#domain/operations/set-aside.ts'
import type { Locale } from '#domain/platform/locale.ts'
import type { SqliteHandle } from '../../../platform/db/open-sqlite.ts'
import type { Contact } from '../request/last-contact.ts'
import type { InboxTable, SetAsideTable } from './reading-table.ts'
import { TOUCHED } from './touched.ts'

export type IngestController = {
  id: number
  imei: string
  imsi: string
  load_cells: LoadCells
  update_interval_hours: number
  subscription_ends_at: number | null
  /** As read from the database; what the transmitter reports later takes precedence. */
  software_version: string | null
  /** A key to be handed to it, sealed. */
  next_key_sealed: string | null
  desired_version: string | null
  desired_sha256: string | null
}

export type SetAsideRow = Selectable<SetAsideTable>
export type InboxRow = Selectable<InboxTable>
/** A scale of a transmitter; if its type is guessed, it becomes a weight scale with its first weight. */
export type KnownScale = ChannelScale & {
  type_is_guessed: 0 | 1
  /** 1 if some of its readings came from an import that can be undone. */
  has_imports: 0 | 1
}

type Measured = [value: number | null, time: number | null]
type LastRow = [scaleId: number, time: number, ...Measured, ...Measured, ...Measured, gain: number, loss: number]

/** The newest reading of a scale, as in `ScaleLastTable`; times in epoch seconds, levels in grams. */
export type LastReading = {
  time: number
  weight_grams: number | null
  weight_time: number | null
  temperature_centi: number | null
  temperature_time: number | null
  humidity_permille: number | null
  humidity_time: number | null
  gain_level_grams: number
  loss_level_grams: number
}

/** The statements of the ingest path, each for a single row; sets are read through a `TileStore`. */
export function prepareHotStatements(sqlite: SqliteHandle) {
  return {
    controllerByKey: sqlite.prepare<[string], IngestController>(
      `select c.id, c.imei, c.imsi, c.load_cells, c.update_interval_hours, c.subscription_ends_at, c.software_version,
         c.next_key_sealed,
         f.version as desired_version, f.sha256 as desired_sha256
       from controller c left join firmware f on f.id = c.desired_firmware_id where c.device_key_hash = ?`,
    ),
    useNextKey: sqlite.prepare<[string], { id: number }>(
      `update controller set device_key_hash = next_key_hash, next_key_hash = null, next_key_sealed = null,
         former_key_hash = null
       where next_key_hash = ? returning id`,
    ),
    scalesOf: sqlite.prepare<[number], KnownScale>(
      `select id, channel, state, collected_until, type_is_guessed,
         case when exists (select 1 from import_reading i where i.scale_id = scale.id) then 1 else 0 end as has_imports
       from scale where controller_id = ? order by id`,
    ),
    insertScale: sqlite.prepare<[number, number, string, string, 0 | 1, number, number], { id: number }>(
      `insert into scale (controller_id, channel, name, type, type_is_guessed, state, color, created_at)
       values (?, ?, ?, ?, ?, 'active', ?, ?) returning id`,
    ),
    importedOn: sqlite.prepare<[number, number], { import_id: number; bytes: Uint8Array }>(
      'select import_id, bytes from import_reading where scale_id = ? and "from" = ? order by import_id',
    ),
    keepImported: sqlite.prepare<[Uint8Array, number, number, number]>(
      'update import_reading set bytes = ? where import_id = ? and scale_id = ? and "from" = ?',
    ),
    forgetImported: sqlite.prepare<[number, number, number]>(
      'delete from import_reading where import_id = ? and scale_id = ? and "from" = ?',
    ),
    makeWeightScale: sqlite.prepare<[number]>(`update scale set type = 'weight', type_is_guessed = 0 where id = ?`),
    colorsBeside: sqlite.prepare<[number], { color: number; state: ScaleState }>(
      `select s.color, s.state from controller own
       join controller c on c.id = own.id or c.owner_id = own.owner_id
       join scale s on s.controller_id = c.id where own.id = ?`,
    ),
    ownerLanguage: sqlite.prepare<[number], { language: Locale }>(
      'select a.language from controller c join account a on a.id = c.owner_id where c.id = ?',
    ),
    touchController: sqlite.prepare<[Omit<Contact, 'isPast'> & { id: number; isPast: 0 | 1 }]>(
      `update controller as c set ${TOUCHED} from (select @id as id, @receivedAt as seen, @measuredAt as measured, @battery as battery,
         @chipTemperature as chip, @signal as signal, @softwareVersion as version,
         @isPast as past) as w where c.id = w.id`,
    ),
    insertInbox: sqlite.prepare<[number, number, Uint8Array, Uint8Array | null]>(
      'insert into inbox (controller_id, received_at, body, senders) values (?, ?, ?, ?)',
    ),
    insertInboxForId: sqlite.prepare<[number, number, Uint8Array, Uint8Array | null], { id: number }>(
      'insert into inbox (controller_id, received_at, body, senders) values (?, ?, ?, ?) returning id',
    ),
    listInbox: sqlite.prepare<[], { id: number; controller_id: number; bytes: number; senders: Uint8Array | null }>(
      'select id, controller_id, length(body) as bytes, senders from inbox order by id',
    ),
    readInbox: sqlite.prepare<[number], InboxRow>(
      'select id, controller_id, received_at, body, senders from inbox where id = ?',
    ),
    insertSetAside: sqlite.prepare<
      [number, number, SetAsideStage, SetAsideReason, string, Uint8Array | null, number, number, number, number]
    >(
      `insert into set_aside
         (controller_id, series_id, stage, reason, message, body, readings, received_at, attempts, tried_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    readSetAside: sqlite.prepare<[number], SetAsideRow>('select * from set_aside where id = ?'),
    listSetAside: sqlite.prepare<[], Pick<SetAsideRow, 'id' | 'series_id' | 'stage'>>(
      'select id, series_id, stage from set_aside order by id',
    ),
    findSetAside: sqlite.prepare<[number, SetAsideStage], SetAsideRow>(
      'select * from set_aside where series_id = ? and stage = ?',
    ),
    updateSetAside: sqlite.prepare<[SetAsideReason, string, Uint8Array | null, number, number]>(
      'update set_aside set reason = ?, message = ?, body = ?, attempts = attempts + 1, tried_at = ? where id = ?',
    ),
    deleteSetAside: sqlite.prepare<[number]>('delete from set_aside where id = ?'),
    controllerOfScale: sqlite.prepare<[number], { controller_id: number }>(
      'select controller_id from scale where id = ?',
    ),
    newestInboxId: sqlite.prepare<[], { id: number | null }>('select max(id) as id from inbox'),
    clearInbox: sqlite.prepare<[number]>('delete from inbox where id <= ?'),
    nextRevision: sqlite.prepare<[], { revision: number }>(
      'update tile_cursor set revision = revision + 1 where id = 1 returning revision',
    ),
    readQuickCount: sqlite.prepare<[], { quick_count: number }>('select quick_count from tile_cursor where id = 1'),
    countQuick: sqlite.prepare<[]>('update tile_cursor set quick_count = quick_count + 1 where id = 1'),
    readClosed: sqlite.prepare<[], { closed_before: number }>('select closed_before from tile_cursor where id = 1'),
    readTile: sqlite.prepare<[number, number, number], { bytes: Uint8Array }>(
      'select bytes from tile where scale_id = ? and level = ? and "from" = ?',
    ),
    rawStartsFrom: sqlite.prepare<[number, number], { from: number }>(
      'select "from" from tile where scale_id = ? and level = 0 and "from" >= ? order by "from"',
    ),
    rawStarts: sqlite.prepare<[number, number, number], { from: number }>(
      'select "from" from tile where scale_id = ? and level = 0 and "from" >= ? order by "from" limit ?',
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
    readDue: sqlite.prepare<[], { scale_id: number; day: number; carried: string; controller_id: number }>(
      `select d.scale_id, d.day, d.carried, s.controller_id from detection_due d join scale s on s.id = d.scale_id
       order by d.scale_id, d.day`,
    ),
    writeDue: sqlite.prepare<[number, number, string]>(
      `insert into detection_due (scale_id, day, carried) values (?, ?, ?)
       on conflict (scale_id, day) do update set carried = excluded.carried`,
    ),
    deleteDue: sqlite.prepare<[number, number]>('delete from detection_due where scale_id = ? and day = ?'),
    readLast: sqlite.prepare<[number], LastReading>(
      `select time, weight_grams, weight_time, temperature_centi, temperature_time, humidity_permille, humidity_time,
         gain_level_grams, loss_level_grams
       from scale_last where scale_id = ?`,
    ),
    writeLast: sqlite.prepare<LastRow>(
      `insert into scale_last
         (scale_id, time, weight_grams, weight_time, temperature_centi, temperature_time, humidity_permille, humidity_time,
          gain_level_grams, loss_level_grams)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       on conflict (scale_id) do update set time = excluded.time, weight_grams = excluded.weight_grams,
         weight_time = excluded.weight_time, temperature_centi = excluded.temperature_centi,
         temperature_time = excluded.temperature_time, humidity_permille = excluded.humidity_permille,
         humidity_time = excluded.humidity_time, gain_level_grams = excluded.gain_level_grams, loss_level_grams = excluded.loss_level_grams`,
    ),
    readScale: sqlite.prepare<[number], { controller_id: number; type: ScaleType; state: ScaleState }>(
      'select controller_id, type, state from scale where id = ?',
    ),
    readPlace: sqlite.prepare<
      [number],
      { latitude: number | null; longitude: number | null; primary_region_id: number | null }
    >('select latitude, longitude, primary_region_id from controller where id = ?'),
    readSettings: sqlite.prepare<[], { name: string; value: number }>('select name, value from setting'),
    readRegion: sqlite.prepare<[number], { utc_offset: number; alarm_from: number; alarm_to: number }>(
      'select utc_offset, alarm_from, alarm_to from region where id = ?',
    ),
  }
}

export type HotStatements = ReturnType<typeof prepareHotStatements>
