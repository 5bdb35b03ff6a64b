import type { InterventionLabel } from '#domain/hives/intervention.ts'
import { EARLIEST_TIME_SECONDS } from '#domain/hives/reading.ts'
import type { WeatherChoice } from '#domain/insight/weather.ts'
import { either, flag, listOf, oneOf, openSearchOf, whole } from '../../../../api/read-fields.ts'
import { wordsOf } from '../../../../api/words-of.ts'
import { presets } from './default-range.ts'
import { parseSeriesKey } from './series-key.ts'

const LATEST_SECONDS = 4_102_444_800
const seconds = whole(EARLIEST_TIME_SECONDS, LATEST_SECONDS)

const weatherChoices = wordsOf<WeatherChoice>({
  temperature: true,
  apparentTemperature: true,
  dewPoint: true,
  humidity: true,
  cloudCover: true,
  precipitation: true,
  windSpeed: true,
  windBearing: true,
  visibility: true,
  pressure: true,
  grasslandOnline: true,
  grasslandChip: true,
})
const labels = wordsOf<InterventionLabel>({
  inspection: true,
  feeding: true,
  harvest: true,
  super_added: true,
  super_removed: true,
  treatment: true,
  swarm_caught: true,
  queen: true,
  other: true,
})
const amongst = (words: readonly string[]) => listOf((word) => words.includes(word))

/** Reads the chart's part of the address; fields with default values are omitted. */
export const readTimelineSearch = openSearchOf({
  from: seconds,
  to: seconds,
  /** A moving range instead of dates: a preset, or a number of seconds. */
  last: either(oneOf(...presets), whole(1, LATEST_SECONDS - EARLIEST_TIME_SECONDS)),
  series: listOf((key) => parseSeriesKey(key) !== undefined),
  compare: flag,
  delta: flag,
  net: flag,
  average: oneOf('mean', 'median'),
  compensated: flag,
  sliding: flag,
  refresh: flag,
  alarms: flag,
  interventions: flag,
  weather: amongst(weatherChoices),
  labels: amongst(labels),
})
export type TimelineSearch = ReturnType<typeof readTimelineSearch>

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

/** Returns the chart's part of an address. */
export function chartQueryOf(search: TimelineSearch): ChartQuery {
  return Object.fromEntries(keys.filter((key) => search[key] !== undefined).map((key) => [key, search[key]]))
}

export const sameChartQuery = (a: ChartQuery, b: ChartQuery): boolean => keys.every((key) => a[key] === b[key])
