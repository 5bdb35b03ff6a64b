import { levelNumber } from '#domain/hives/tiles/timeline-tile.ts'
import type { BlockingPostgres } from '../../../platform/db/blocking-postgres.ts'
import { bytesOf, numbersOf } from '../../../platform/db/postgres-sets.ts'
import type { IngestController, KnownScale, LastReading } from './hot-statements.ts'
import type { Transmitter } from './tile-store.ts'
import { type FoldedScale, type Place, type ScalePast, STARTS_AHEAD, type TileStore } from './tile-store.ts'
import { TOUCHED } from './touched.ts'

/** Each round trip costs as much as a hundred series. */
const AT_ONCE = { series: 400, days: 4000, waiting: 100 }

const CONTROLLERS = `
  select c.device_key_hash, c.id, c.imei, c.imsi, c.load_cells, c.update_interval_hours, c.subscription_ends_at, c.software_version,
    c.next_key_sealed, f.version as desired_version, f.sha256 as desired_sha256
  from controller c left join firmware f on f.id = c.desired_firmware_id where c.device_key_hash = any($1::text[])`
const SCALES_OF = `
  select c.device_key_hash, s.id, s.channel, s.state, s.collected_until, s.type_is_guessed,
    case when exists (select 1 from import_reading i where i.scale_id = s.id) then 1 else 0 end as has_imports
  from scale s join controller c on c.id = s.controller_id
  where c.device_key_hash = any($1::text[]) order by s.id`
const TILES = `
  select w.place, t.bytes from unnest($1::int8[], $2::int8[], $3::int8[]) with ordinality as w(scale_id, level, "from", place)
  join tile t on t.scale_id = w.scale_id and t.level = w.level and t."from" = w."from" order by w.place`
const FOLDED = `
  select s.id, s.controller_id, s.type, s.state, c.latitude, c.longitude, r.utc_offset, r.alarm_from, r.alarm_to,
    l.time, l.weight_grams, l.weight_time, l.temperature_centi, l.temperature_time, l.humidity_permille, l.humidity_time,
    l.gain_level_grams, l.loss_level_grams
  from scale s join controller c on c.id = s.controller_id left join region r on r.id = c.primary_region_id
  left join scale_last l on l.scale_id = s.id where s.id = any($1::int8[])`
const PASTS = `
  select w.scale_id, w.day, c."from", c.state, array(select t."from" from tile t
      where t.scale_id = w.scale_id and t.level = 0 and t."from" >= coalesce(c."from", w.day) order by t."from" limit ${STARTS_AHEAD}) as starts
  from unnest($1::int8[], $2::int8[]) as w(scale_id, day)
  left join lateral (select d."from", d.state from detector_checkpoint d
      where d.scale_id = w.scale_id and d."from" <= w.day order by d."from" desc limit 1) c on true`
const PLACES = `
  select c.id, c.latitude, c.longitude, r.utc_offset, r.alarm_from, r.alarm_to
  from controller c left join region r on r.id = c.primary_region_id where c.id = any($1::int8[])`
const SETTINGS = 'select name, value from setting'

const WRITE_TILES = `
  with next as (update tile_cursor set revision = revision + 1 where id = 1 returning revision)
  insert into tile (scale_id, level, "from", bytes, revision)
  select w.scale_id, w.level, w."from", substring($6::bytea from w.start for w.size), next.revision
  from unnest($1::int8[], $2::int8[], $3::int8[], $4::int4[], $5::int4[]) as w(scale_id, level, "from", start, size), next
  on conflict (scale_id, level, "from") do update set bytes = excluded.bytes, revision = excluded.revision`
const WRITE_LASTS = `
  insert into scale_last
    (scale_id, time, weight_grams, weight_time, temperature_centi, temperature_time, humidity_permille, humidity_time,
     gain_level_grams, loss_level_grams)
  select * from unnest($1::int8[], $2::int8[], $3::int8[], $4::int8[], $5::int8[], $6::int8[], $7::int8[], $8::int8[],
    $9::int8[], $10::int8[])
  on conflict (scale_id) do update set time = excluded.time, weight_grams = excluded.weight_grams,
    weight_time = excluded.weight_time, temperature_centi = excluded.temperature_centi,
    temperature_time = excluded.temperature_time, humidity_permille = excluded.humidity_permille,
    humidity_time = excluded.humidity_time, gain_level_grams = excluded.gain_level_grams, loss_level_grams = excluded.loss_level_grams`
const WRITE_CHECKPOINTS = `
  insert into detector_checkpoint (scale_id, "from", state)
  select w.scale_id, w."from", substring($5::bytea from w.start for w.size)
  from unnest($1::int8[], $2::int8[], $3::int4[], $4::int4[]) as w(scale_id, "from", start, size)
  on conflict (scale_id, "from") do update set state = excluded.state`
const WRITE_CONTACTS = `
  update controller as c set ${TOUCHED}
  from unnest($1::int8[], $2::int8[], $3::int8[], $4::int8[], $5::int8[], $6::int8[], $7::text[], $8::int4[])
    as w(id, seen, measured, battery, chip, signal, version, past)
  where c.id = w.id`

type Row = Record<string, unknown>

/** Reads each set with one query to PostgreSQL; writes are sent along with the commit. */
export function createPostgresTileStore(connection: Pick<BlockingPostgres, 'askAll' | 'write'>): TileStore {
  const readPlaces = (ids: readonly number[]) => connection.askAll([{ sql: PLACES, values: [numbersOf(ids)] }])[0]!
  return {
    atOnce: AT_ONCE,
    transmitters(keyHashes) {
      const values = [keyHashes]
      const [controllers, scales] = connection.askAll([
        { sql: CONTROLLERS, values },
        { sql: SCALES_OF, values },
      ])
      const found = new Map<string, Transmitter>()
      for (const { device_key_hash, ...controller } of controllers!) {
        found.set(device_key_hash as string, { controller: controller as IngestController, scales: [] })
      }
      for (const { device_key_hash, ...scale } of scales!) {
        found.get(device_key_hash as string)?.scales.push(scale as KnownScale)
      }
      return found
    },
    tiles(wanted) {
      if (wanted.length === 0) return []
      const values = [
        numbersOf(wanted.map(({ seriesId }) => seriesId)),
        numbersOf(wanted.map(({ level }) => levelNumber[level])),
        numbersOf(wanted.map(({ from }) => from)),
      ]
      const [rows] = connection.askAll([{ sql: TILES, values }])
      return rows!.map(({ place, bytes }) => ({ ...wanted[(place as number) - 1]!, bytes: bytes as Uint8Array }))
    },
    forFold(scaleIds) {
      const [rows, settings] = connection.askAll([
        { sql: FOLDED, values: [numbersOf(scaleIds)] },
        { sql: SETTINGS, values: [] },
      ])
      return {
        settings: settings as { name: string; value: number }[],
        scales: new Map(rows!.map((row) => [row.id as number, scaleOf(row)])),
        lasts: new Map(rows!.flatMap((row) => (row.time === null ? [] : [[row.id as number, lastOf(row)]]))),
        places: new Map(rows!.map((row) => [row.controller_id as number, placeOf(row)])),
      }
    },
    pasts(wanted) {
      if (wanted.length === 0) return new Map()
      const values = [numbersOf(wanted.map(({ scaleId }) => scaleId)), numbersOf(wanted.map(({ day }) => day))]
      const [rows] = connection.askAll([{ sql: PASTS, values }])
      return new Map(rows!.map((row) => [row.scale_id as number, pastOf(row)]))
    },
    places: (controllerIds) => new Map(readPlaces(controllerIds).map((row) => [row.id as number, placeOf(row)])),
    writeTiles(tiles) {
      if (tiles.length === 0) return
      const { starts, sizes, bytes } = bytesOf(tiles.map((tile) => tile.bytes))
      connection.write(WRITE_TILES, [
        numbersOf(tiles.map(({ seriesId }) => seriesId)),
        numbersOf(tiles.map(({ level }) => levelNumber[level])),
        numbersOf(tiles.map(({ from }) => from)),
        starts,
        sizes,
        bytes,
      ])
    },
    writeLasts(lasts) {
      if (lasts.length === 0) return
      connection.write(WRITE_LASTS, [
        numbersOf(lasts.map(({ scale_id }) => scale_id)),
        numbersOf(lasts.map(({ time }) => time)),
        numbersOf(lasts.map(({ weight_grams }) => weight_grams)),
        numbersOf(lasts.map(({ weight_time }) => weight_time)),
        numbersOf(lasts.map(({ temperature_centi }) => temperature_centi)),
        numbersOf(lasts.map(({ temperature_time }) => temperature_time)),
        numbersOf(lasts.map(({ humidity_permille }) => humidity_permille)),
        numbersOf(lasts.map(({ humidity_time }) => humidity_time)),
        numbersOf(lasts.map(({ gain_level_grams }) => gain_level_grams)),
        numbersOf(lasts.map(({ loss_level_grams }) => loss_level_grams)),
      ])
    },
    writeCheckpoints(checkpoints) {
      if (checkpoints.length === 0) return
      // a statement may contain each row only once
      const latest = [...new Map(checkpoints.map((each) => [`${each.scaleId} ${each.from}`, each])).values()]
      const { starts, sizes, bytes } = bytesOf(latest.map(({ state }) => state))
      const scaleIds = numbersOf(latest.map(({ scaleId }) => scaleId))
      connection.write(WRITE_CHECKPOINTS, [scaleIds, numbersOf(latest.map(({ from }) => from)), starts, sizes, bytes])
    },
    writeContacts(contacts) {
      if (contacts.size === 0) return
      const said = [...contacts.values()]
      connection.write(WRITE_CONTACTS, [
        numbersOf([...contacts.keys()]),
        numbersOf(said.map(({ receivedAt }) => receivedAt)),
        numbersOf(said.map(({ measuredAt }) => measuredAt)),
        numbersOf(said.map(({ battery }) => battery)),
        numbersOf(said.map(({ chipTemperature }) => chipTemperature)),
        numbersOf(said.map(({ signal }) => signal)),
        said.map(({ softwareVersion }) => softwareVersion),
        numbersOf(said.map(({ isPast }) => (isPast ? 1 : 0))),
      ])
    },
  }
}

const scaleOf = ({ controller_id, type, state }: Row) => ({ controller_id, type, state }) as FoldedScale
const lastOf = ({ time, gain_level_grams, loss_level_grams, ...row }: Row) => {
  const { weight_grams, weight_time, temperature_centi, temperature_time, humidity_permille, humidity_time } = row
  const weight = { weight_grams, weight_time }
  const air = { temperature_centi, temperature_time, humidity_permille, humidity_time }
  return { time, ...weight, ...air, gain_level_grams, loss_level_grams } as LastReading
}
const pastOf = ({ day, from, state, starts }: Row): ScalePast => ({
  day: day as number,
  checkpoint: from === null ? undefined : { from: from as number, state: state as Uint8Array },
  starts: (starts as (number | string)[]).map(Number),
})
const placeOf = ({ latitude, longitude, utc_offset, alarm_from, alarm_to }: Row) =>
  ({ latitude, longitude, utc_offset, alarm_from, alarm_to }) as Place
