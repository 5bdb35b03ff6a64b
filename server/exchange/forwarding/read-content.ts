import type { Kysely } from 'kysely'
import type { ForwardedReading, ForwardingContent } from '#domain/exchange/forwarding.ts'
import { ABSENT, type RawTile } from '#domain/hives/tiles/timeline-tile.ts'
import { celsiusFromCenti, kgFromGrams, percentFromPermille, voltsFromMillivolts } from '#domain/hives/units.ts'
import { zoneOf } from '../../hives/timeline/zone-of-controller.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Tables } from '../../store/tables.ts'
import { selectController, selectScaleName, selectScalesOnChannel } from './forwarding-queries.ts'
import { selectNewestRawTiles, selectRawTilesOf } from './forwarding-run-queries.ts'
import { daysOf, decodeRaw } from './unsent-times.ts'

const NEWEST_COUNT = 5
const NEWEST_DAYS = 2
const EXAMPLE_STEP_SECONDS = 600

type Source = { controllerId: number; channel: number }

/** The readings of a scale at these times (epoch seconds), with the other details of a message. */
export async function readContent(
  db: Kysely<Tables>,
  { controllerId, channel }: Source,
  { scaleId, times }: { scaleId: number; times: readonly number[] },
): Promise<ForwardingContent> {
  const wanted = new Set(times)
  const tiles = await selectRawTilesOf(db, scaleId, daysOf(times))
  const readings = tiles.flatMap(({ bytes }) => readingsOf(decodeRaw(bytes))).filter(({ time }) => wanted.has(time))
  const scale = await selectScaleName(db, scaleId)
  return { ...(await around(db, { controllerId, channel })), scale: { id: scaleId, name: scale?.name ?? '' }, readings }
}

/** The last readings of a channel; `isExample`: it has none yet, and these are made up. */
export async function readNewest(
  db: Kysely<Tables>,
  source: Source,
  nowMs: number,
): Promise<{ isExample: boolean; content: ForwardingContent }> {
  const scales = await selectScalesOnChannel(db, source.controllerId, source.channel)
  const scale = scales.find(({ state }) => state !== 'archived') ?? scales.at(-1)
  const tiles = scale ? await selectNewestRawTiles(db, scale.id, NEWEST_DAYS) : []
  const measured = tiles.reverse().flatMap(({ bytes }) => readingsOf(decodeRaw(bytes)))
  const isExample = measured.length === 0
  const readings = isExample ? exampleReadings(nowMs) : measured.slice(-NEWEST_COUNT)
  const named = scale ? { id: scale.id, name: scale.name } : { id: 0, name: '' }
  return { isExample, content: { ...(await around(db, source)), scale: named, readings } }
}

async function around(db: Kysely<Tables>, { controllerId, channel }: Source) {
  const row = await selectController(db, controllerId)
  if (!row) throw new AppError(404, 'controller_not_found')
  return {
    controller: { id: row.id, name: row.name, imei: row.imei, imsi: row.imsi },
    channel,
    battery: row.battery_mv === null ? null : voltsFromMillivolts(row.battery_mv),
    signal: row.signal_dbm,
    zone: await zoneOf(db, row.primary_region_id),
  }
}

function readingsOf(tile: RawTile | undefined): ForwardedReading[] {
  if (!tile) return []
  const { weight, temperature, humidity } = tile.columns
  const value = (column: Int32Array | undefined, at: number, convert: (stored: number) => number) => {
    const stored = column?.[at] ?? ABSENT
    return stored === ABSENT ? null : convert(stored)
  }
  return Array.from({ length: tile.length }, (_, at) => ({
    time: tile.from + tile.time[at]!,
    weight: value(weight, at, kgFromGrams),
    temperature: value(temperature, at, celsiusFromCenti),
    humidity: value(humidity, at, percentFromPermille),
  }))
}

function exampleReadings(nowMs: number): ForwardedReading[] {
  const last = Math.floor(nowMs / 1000 / EXAMPLE_STEP_SECONDS) * EXAMPLE_STEP_SECONDS
  return Array.from({ length: 3 }, (_, i) => ({
    time: last - (2 - i) * EXAMPLE_STEP_SECONDS,
    weight: 42.5 + i * 0.035,
    temperature: 34.5,
    humidity: 60 + i,
  }))
}
