import * as v from 'valibot'
import { DAY_SECONDS } from '../platform/durations.ts'

/** The ten weather fields, in the order of storage and display. */
export const weatherFields = [
  'temperature',
  'apparentTemperature',
  'dewPoint',
  'humidity',
  'cloudCover',
  'precipitation',
  'windSpeed',
  'windBearing',
  'visibility',
  'pressure',
] as const
export const WeatherField = v.picklist(weatherFields)
export type WeatherField = v.InferOutput<typeof WeatherField>

/** What people can choose for the chart: the fields, and the grassland temperature sums from the weather and from the chip. */
export const weatherChoices = [...weatherFields, 'grasslandOnline', 'grasslandChip'] as const
export const WeatherChoice = v.picklist(weatherChoices)
export type WeatherChoice = v.InferOutput<typeof WeatherChoice>

type FieldForm = { unit: string; digits: number; perUnit: number; minimum: number; maximum: number }

/**
 * How a field is shown (`unit`, decimal `digits`), how it is stored (an integer, `perUnit` of them per unit), and the range that is
 * possible on Earth, in its unit.
 */
export const weatherForms: Record<WeatherField, FieldForm> = {
  temperature: { unit: '°C', digits: 1, perUnit: 100, minimum: -95, maximum: 65 },
  apparentTemperature: { unit: '°C', digits: 1, perUnit: 100, minimum: -130, maximum: 90 },
  dewPoint: { unit: '°C', digits: 1, perUnit: 100, minimum: -110, maximum: 50 },
  humidity: { unit: '%', digits: 0, perUnit: 10, minimum: 0, maximum: 100 },
  cloudCover: { unit: '%', digits: 0, perUnit: 10, minimum: 0, maximum: 100 },
  precipitation: { unit: 'mm/h', digits: 1, perUnit: 10, minimum: 0, maximum: 500 },
  windSpeed: { unit: 'm/s', digits: 1, perUnit: 100, minimum: 0, maximum: 130 },
  windBearing: { unit: '°', digits: 0, perUnit: 1, minimum: 0, maximum: 360 },
  visibility: { unit: 'km', digits: 1, perUnit: 1000, minimum: 0, maximum: 1000 },
  pressure: { unit: 'hPa', digits: 0, perUnit: 100, minimum: 800, maximum: 1100 },
}

/** The source of an hour's values; a higher one replaces a lower one, never the other way around. 0: nothing is known. */
export const weatherSources = { none: 0, simulated: 1, forecast: 2, archive: 3 } as const
export type WeatherSource = keyof typeof weatherSources

/** The last year with weather from the first provider. */
export const FIRST_PROVIDER_UNTIL = 2022
export type WeatherProvider = 'copernicus' | 'openMeteo'

/** Returns the providers to credit for the weather between two times in epoch seconds, `to` exclusive. Years are in UTC. */
export function weatherProviders(from: number, to: number): WeatherProvider[] {
  const change = Date.UTC(FIRST_PROVIDER_UNTIL + 1, 0) / 1000
  return [...(from < change ? (['copernicus'] as const) : []), ...(to > change ? (['openMeteo'] as const) : [])]
}

/** The longest span in one answer, for hours and for days. */
export const WEATHER_HOURS_MAXIMUM_DAYS = 800
export const WEATHER_MAXIMUM_DAYS = 8000
/** If no level is given, spans up to this many days are answered in hours. */
const HOURS_UP_TO_DAYS = 93

const epochSeconds = v.pipe(v.string(), v.regex(/^\d{1,10}$/), v.transform(Number), v.maxValue(4_102_444_800))
const id = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/), v.transform(Number))

/** The query of `GET weather`: epoch seconds, `to` exclusive; `fields` defaults to all. */
export const WeatherQuery = v.pipe(
  v.object({
    controllerId: id,
    from: epochSeconds,
    to: epochSeconds,
    fields: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(400),
        v.transform((list) => [...new Set(list.split(','))]),
        v.array(WeatherField),
      ),
    ),
    level: v.optional(v.picklist(['hour', 'day'])),
  }),
  v.check(({ from, to }) => from < to, 'from must be before to'),
)

export type WeatherLevel = 'hour' | 'day'

export const weatherLevel = (from: number, to: number): WeatherLevel =>
  to - from <= HOURS_UP_TO_DAYS * DAY_SECONDS ? 'hour' : 'day'

/** Why there is no weather, or no recent weather. */
export const WeatherProblem = v.picklist([
  'no_location',
  'off',
  'not_loaded',
  'weather_garbled',
  'weather_refused',
  'weather_unreachable',
])
export type WeatherProblem = v.InferOutput<typeof WeatherProblem>

const column = v.array(v.nullable(v.number()))

/**
 * The reply of `GET weather`. All columns are as long as `time` (epoch seconds; hours, or UTC days whose values are means), null for
 * missing values. `placeId`: transmitters with the same one share their weather. `providers` must be credited.
 */
export const Weather = v.object({
  controllerId: v.number(),
  placeId: v.nullable(v.number()),
  level: v.picklist(['hour', 'day']),
  time: v.array(v.number()),
  fields: v.record(WeatherField, column) as unknown as v.GenericSchema<
    Partial<Record<WeatherField, (number | null)[] | undefined>>
  >,
  simulated: v.boolean(),
  providers: v.array(v.picklist(['copernicus', 'openMeteo'])),
  loadedAt: v.nullable(v.string()),
  problem: v.nullable(WeatherProblem),
})
export type Weather = v.InferOutput<typeof Weather>

/** The query of `GET weather/grassland`. */
export const GrasslandQuery = v.object({
  controllerId: id,
  year: v.pipe(v.string(), v.regex(/^\d{4}$/), v.transform(Number), v.minValue(2016), v.maxValue(2098)),
})

/** `sums`: the sum at the end of each day, null for days without a value. `reachedOn`: the day on which the sum reached the mark. */
const GrasslandSums = v.object({
  sums: v.array(v.nullable(v.number())),
  missingDays: v.number(),
  reachedOn: v.nullable(v.string()),
})

/**
 * The reply of `GET weather/grassland`: `time` is the start of each completed local day from 1 January on, in epoch seconds; `online` is
 * from the weather, `chip` from the transmitter's own sensor.
 */
export const Grassland = v.object({
  controllerId: v.number(),
  year: v.number(),
  mark: v.number(),
  time: v.array(v.number()),
  online: GrasslandSums,
  chip: GrasslandSums,
  simulated: v.boolean(),
})
export type Grassland = v.InferOutput<typeof Grassland>
