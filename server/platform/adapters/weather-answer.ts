import * as v from 'valibot'
import type { Location } from '#domain/hives/controller.ts'
import { ABSENT } from '#domain/hives/tiles/timeline-tile.ts'
import { type WeatherField, weatherFields, weatherForms } from '#domain/insight/weather.ts'
import type { WeatherHours } from '#domain/insight/weather-month.ts'
import { HOUR_SECONDS } from '#domain/platform/durations.ts'

/** How far the center of a model's cell may be from the requested place. */
const DEGREES_OFF = 1

/** The service's name for the unit of each field, and how many of its units make one of ours. */
const theirUnits: Record<WeatherField, { name: string; perOurs: number }> = {
  temperature: { name: '°C', perOurs: 1 },
  apparentTemperature: { name: '°C', perOurs: 1 },
  dewPoint: { name: '°C', perOurs: 1 },
  humidity: { name: '%', perOurs: 1 },
  cloudCover: { name: '%', perOurs: 1 },
  precipitation: { name: 'mm', perOurs: 1 },
  windSpeed: { name: 'm/s', perOurs: 1 },
  windBearing: { name: '°', perOurs: 1 },
  visibility: { name: 'm', perOurs: 1000 },
  pressure: { name: 'hPa', perOurs: 1 },
}

const PlaceAnswer = v.object({
  latitude: v.number(),
  longitude: v.number(),
  hourly_units: v.record(v.string(), v.string()),
  hourly: v.objectWithRest({ time: v.pipe(v.array(v.number()), v.minLength(1)) }, v.array(v.nullable(v.number()))),
})

/** Epoch seconds, `to` exclusive. */
export type WeatherSpan = { from: number; to: number }

/**
 * The hours for each of `places`, or a few words on what is wrong with the answer. `names`: the service's names of the requested
 * fields; no hour may be outside `span`. One place is answered with an object, several with an array.
 */
export function readWeatherAnswer(
  text: string,
  { names, places, span }: { names: Readonly<Record<string, string>>; places: readonly Location[]; span: WeatherSpan },
): WeatherHours[] | string {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    return 'the response is not JSON'
  }
  const parsed = v.safeParse(v.array(PlaceAnswer), Array.isArray(answer) ? answer : [answer])
  if (!parsed.success) {
    const [issue] = parsed.issues
    return `${v.getDotPath(issue) ?? 'the answer'}: ${issue.message}`
  }
  if (parsed.output.length !== places.length) return `${parsed.output.length} places instead of ${places.length}`
  const read: WeatherHours[] = []
  for (const [index, one] of parsed.output.entries()) {
    const { latitude, longitude } = places[index]!
    const off = Math.max(Math.abs(one.latitude - latitude), Math.abs(one.longitude - longitude) % 359)
    if (off > DEGREES_OFF) return `place ${index} is elsewhere`
    const hours = readHours(one, names, span)
    if (typeof hours === 'string') return `place ${index}: ${hours}`
    read.push(hours)
  }
  return read
}

function readHours(
  { hourly, hourly_units: units }: v.InferOutput<typeof PlaceAnswer>,
  names: Readonly<Record<string, string>>,
  { from, to }: WeatherSpan,
): WeatherHours | string {
  const { time } = hourly
  if (units.time !== 'unixtime') return `times are ${units.time}`
  if (time.some((at, row) => at % HOUR_SECONDS !== 0 || (row > 0 && at <= time[row - 1]!)))
    return 'times are not full hours'
  if (time[0]! < from || time.at(-1)! >= to) return 'times belong to other days'
  const columns: WeatherHours['columns'] = {}
  for (const field of weatherFields) {
    const name = names[field]
    if (name === undefined) continue
    const values = hourly[name]
    if (values === undefined) return `${name} is missing`
    if (values.length !== time.length) return `${name} has ${values.length} values for ${time.length} hours`
    if (units[name] !== theirUnits[field].name) return `${name} is in ${units[name]}`
    const column = new Int32Array(time.length)
    const { perUnit, minimum, maximum } = weatherForms[field]
    for (let row = 0; row < time.length; row++) {
      const value = values[row] ?? null
      const ours = value === null ? null : value / theirUnits[field].perOurs
      if (ours !== null && !(ours >= minimum && ours <= maximum)) return `${name} of ${value} cannot be`
      column[row] = ours === null ? ABSENT : Math.round(ours * perUnit)
    }
    columns[field] = column
  }
  return { time, columns }
}
