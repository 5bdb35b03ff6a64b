import * as v from 'valibot'
import { InterventionLabel } from '#domain/hives/intervention.ts'
import { EARLIEST_TIME_SECONDS } from '#domain/hives/reading.ts'
import { WeatherChoice } from '#domain/insight/weather.ts'
import { presets } from './default-range.ts'
import { parseSeriesKey } from './series-key.ts'

const LATEST_SECONDS = 4_102_444_800
const LONGEST_SECONDS = LATEST_SECONDS - EARLIEST_TIME_SECONDS
const seconds = v.pipe(v.number(), v.integer(), v.minValue(EARLIEST_TIME_SECONDS), v.maxValue(LATEST_SECONDS))
const list = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((text) => String(text).split(',')),
)
/** A value that does not fit is left out rather than refused: an old or damaged link still opens. */
const lenient = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.optional(schema), undefined)

/** The chart's part of the address; a field that is as by default is left out. */
export const TimelineSearch = v.looseObject({
  from: lenient(seconds),
  to: lenient(seconds),
  /** In place of dates what follows now: a preset, or how many seconds. */
  last: lenient(
    v.union([v.picklist(presets), v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LONGEST_SECONDS))]),
  ),
  series: lenient(
    v.pipe(
      list,
      v.transform((keys) => keys.filter((key) => parseSeriesKey(key)).join(',')),
    ),
  ),
  compare: lenient(v.boolean()),
  delta: lenient(v.boolean()),
  net: lenient(v.boolean()),
  average: lenient(v.picklist(['mean', 'median'])),
  compensated: lenient(v.boolean()),
  sliding: lenient(v.boolean()),
  refresh: lenient(v.boolean()),
  alarms: lenient(v.boolean()),
  interventions: lenient(v.boolean()),
  weather: lenient(
    v.pipe(
      list,
      v.transform((choices) => choices.filter((choice) => v.is(WeatherChoice, choice)).join(',')),
    ),
  ),
  labels: lenient(
    v.pipe(
      list,
      v.transform((labels) => labels.filter((label) => v.is(InterventionLabel, label)).join(',')),
    ),
  ),
})
export type TimelineSearch = v.InferOutput<typeof TimelineSearch>

const keys = [
  'from',
  'to',
  'last',
  'series',
  'compare',
  'delta',
  'net',
  'average',
  'compensated',
  'sliding',
  'refresh',
  'alarms',
  'interventions',
  'weather',
  'labels',
] as const
export type ChartQuery = Pick<TimelineSearch, (typeof keys)[number]>

/** What of an address is the chart's. */
export function chartQueryOf(search: TimelineSearch): ChartQuery {
  return Object.fromEntries(keys.filter((key) => search[key] !== undefined).map((key) => [key, search[key]]))
}

export const sameChartQuery = (a: ChartQuery, b: ChartQuery): boolean => keys.every((key) => a[key] === b[key])
