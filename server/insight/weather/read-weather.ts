import type { Kysely } from 'kysely'
import { ABSENT, tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { type WeatherField, type WeatherLevel, weatherForms, weatherSources } from '#domain/insight/weather.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'
import type { Tables } from '../../store/tables.ts'
import { selectMonths } from './weather-queries.ts'
import { wholeMonth } from './whole-month.ts'

/** Times in epoch seconds, `to` exclusive. */
export type WeatherInput = {
  placeId: number
  from: number
  to: number
  fields: WeatherField[]
  level: WeatherLevel
}

export type WeatherColumns = {
  time: number[]
  fields: Partial<Record<WeatherField, (number | null)[]>>
  simulated: boolean
}

/** A reader thread's task: returns the hours of a place with any known values, or the means of its days (UTC). A damaged month has none. */
export async function readWeather(db: Kysely<Tables>, input: WeatherInput): Promise<WeatherColumns> {
  const { placeId, from, to, fields, level } = input
  const start = level === 'day' ? Math.floor(from / DAY_SECONDS) * DAY_SECONDS : from
  const unit = level === 'day' ? DAY_SECONDS : HOUR_SECONDS
  const time: number[] = []
  const stored: Partial<Record<WeatherField, number[][]>> = {}
  for (const field of fields) stored[field] = []
  let simulated = false
  for (const row of await selectMonths(db, placeId, tileSpan('hour', start).from, to)) {
    const month = wholeMonth(row.bytes)
    if (!month) continue
    const { from: begin, source, columns } = month
    for (let at = 0; at < source.length; at++) {
      const hour = begin + at * HOUR_SECONDS
      if (hour < start || hour >= to || source[at] === weatherSources.none) continue
      if (source[at] === weatherSources.simulated) simulated = true
      const bucket = Math.floor(hour / unit) * unit
      if (time.at(-1) !== bucket) {
        time.push(bucket)
        for (const field of fields) stored[field]!.push([])
      }
      for (const field of fields) if (columns[field][at] !== ABSENT) stored[field]!.at(-1)!.push(columns[field][at]!)
    }
  }
  const values = fields.map((field): [WeatherField, (number | null)[]] => [
    field,
    stored[field]!.map((bucket) => meanOf(field, bucket)),
  ])
  return { time, fields: Object.fromEntries(values), simulated }
}

/** 24 times the mean of a day is its rain: rounded to a tenth of a millimeter per hour, a day of drizzle would be dry. */
const FINER_RAIN = 1000

/** The mean in the displayed unit, rounded as it is stored, but finer for rain. For directions it is the direction of their vector sum, since 350° and 10° average to north. */
function meanOf(field: WeatherField, values: readonly number[]): number | null {
  if (values.length === 0) return null
  const { perUnit } = weatherForms[field]
  if (values.length === 1) return values[0]! / perUnit
  if (field !== 'windBearing') {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const finer = field === 'precipitation' ? FINER_RAIN : 1
    return Math.round(mean * finer) / (finer * perUnit)
  }
  const radians = values.map((degrees) => (degrees * Math.PI) / 180)
  const north = radians.reduce((sum, angle) => sum + Math.cos(angle), 0)
  const east = radians.reduce((sum, angle) => sum + Math.sin(angle), 0)
  if (Math.hypot(north, east) < 1e-6 * values.length) return null
  return (Math.round((Math.atan2(east, north) * 180) / Math.PI) + 360) % 360
}
