import type { Kysely } from 'kysely'
import { localMidnights, type Zone } from '#domain/hives/local-midnight.ts'
import { ABSENT, levelNumber, tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { celsiusFromCenti } from '#domain/hives/units.ts'
import { dailyMeans, type GrasslandSum, grasslandSum } from '#domain/insight/grassland.ts'
import { weatherSources } from '#domain/insight/weather.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'
import { wholeTile } from '../../hives/timeline/whole-tiles.ts'
import type { Tables } from '../../store/tables.ts'
import { selectMonths, selectSensorTiles } from './weather-queries.ts'
import { wholeMonth } from './whole-month.ts'

/** A `placeId` of null means no weather; `now` in epoch seconds. */
export type GrasslandInput = { controllerId: number; placeId: number | null; year: number; zone: Zone; now: number }

export type GrasslandColumns = { time: number[]; online: GrasslandSum; chip: GrasslandSum; simulated: boolean }

type Sample = { time: number; celsius: number }
type Span = { from: number; to: number }

/** A reader thread's task: returns both temperature sums of a transmitter over the past local days of a year. */
export async function readGrassland(db: Kysely<Tables>, input: GrasslandInput): Promise<GrasslandColumns> {
  const { controllerId, placeId, year, zone, now } = input
  const from = Date.UTC(year, 0) / 1000 - DAY_SECONDS
  const end = Math.min(now, Date.UTC(year + 1, 0) / 1000 + DAY_SECONDS)
  const midnights = localMidnights(zone, from, end).filter(
    ({ date }) => date.startsWith(`${year}-`) || date === `${year + 1}-01-01`,
  )
  const bounds = midnights.map(({ time }) => time)
  const days = midnights.slice(0, -1)
  const dates = days.map(({ date }) => date)
  const span = { from: bounds[0] ?? from, to: bounds.at(-1) ?? from }
  const weather = placeId === null ? { samples: [], simulated: false } : await weatherSamples(db, placeId, span)
  const sensor = await sensorSamples(db, controllerId, span)
  return {
    time: days.map(({ time }) => time),
    online: grasslandSum(dates, dailyMeans(weather.samples, bounds)),
    chip: grasslandSum(dates, dailyMeans(sensor, bounds)),
    simulated: weather.simulated,
  }
}

async function weatherSamples(
  db: Kysely<Tables>,
  placeId: number,
  { from, to }: Span,
): Promise<{ samples: Sample[]; simulated: boolean }> {
  const samples: Sample[] = []
  let simulated = false
  for (const row of await selectMonths(db, placeId, tileSpan('hour', from).from, to)) {
    const month = wholeMonth(row.bytes)
    if (!month) continue
    const { from: begin, source, columns } = month
    columns.temperature.forEach((centi, at) => {
      const time = begin + at * HOUR_SECONDS
      if (centi === ABSENT || time < from || time >= to) return
      samples.push({ time, celsius: celsiusFromCenti(centi) })
      if (source[at] === weatherSources.simulated) simulated = true
    })
  }
  return { samples, simulated }
}

async function sensorSamples(db: Kysely<Tables>, controllerId: number, { from, to }: Span): Promise<Sample[]> {
  const rows = await selectSensorTiles(db, controllerId, levelNumber.hour, tileSpan('hour', from).from, to)
  return rows.flatMap(({ bytes }) => {
    const tile = wholeTile(bytes, ['temperature'])
    const samples: Sample[] = []
    tile?.columns.temperature?.forEach((centi, row) => {
      const time = tile.from + tile.time[row]!
      if (centi !== ABSENT && time >= from && time < to) samples.push({ time, celsius: celsiusFromCenti(centi) })
    })
    return samples
  })
}
