import * as v from 'valibot'
import { InterventionLabel } from '#domain/hives/intervention.ts'
import { EARLIEST_TIME_SECONDS } from '#domain/hives/reading.ts'
import { WeatherChoice } from '#domain/insight/weather.ts'
import { type ChartState, REFRESH_SECONDS, setRange, shownSeries } from './chart-state.ts'
import { parseSeriesKey } from './series-key.ts'

const seconds = v.pipe(v.number(), v.integer(), v.minValue(EARLIEST_TIME_SECONDS), v.maxValue(4_102_444_800))
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

/** The state as an address. */
export function toChartQuery(state: Readonly<ChartState>): ChartQuery {
  const shown = shownSeries(state.series)
  return chartQueryOf({
    from: Math.round(state.range.xmin),
    to: Math.round(state.range.xmax),
    series: shown.length > 0 ? shown.join(',') : undefined,
    compare: state.compare || undefined,
    delta: state.delta || undefined,
    net: state.net || undefined,
    average: state.average === 'none' ? undefined : state.average,
    compensated: state.compensated ? undefined : false,
    sliding: state.slidingWindow || undefined,
    refresh: state.refresh > 0 ? undefined : false,
    alarms: state.displayFlags || undefined,
    interventions: state.displayManualFlags ? undefined : false,
    weather: state.weather.length > 0 ? state.weather.join(',') : undefined,
    labels: state.interventionFilter.length > 0 ? state.interventionFilter.join(',') : undefined,
  })
}

/** Takes over an address: what it does not name becomes as by default, only the range stays. */
export function applyChartQuery(state: ChartState, query: ChartQuery): void {
  if (query.from !== undefined && query.to !== undefined && query.from < query.to) {
    setRange(state, { from: query.from, to: query.to })
  }
  const shown = query.series ? query.series.split(',') : []
  state.series = Object.fromEntries(shown.map((key) => [key, true]))
  state.compare = query.compare ?? false
  state.delta = query.delta ?? false
  state.net = query.net ?? false
  state.average = query.average ?? 'none'
  state.compensated = query.compensated ?? true
  state.slidingWindow = query.sliding ?? false
  state.refresh = query.refresh === false ? 0 : REFRESH_SECONDS
  state.displayFlags = query.alarms ?? false
  state.displayManualFlags = query.interventions ?? true
  state.weather = (query.weather ? query.weather.split(',') : []).filter((choice) => v.is(WeatherChoice, choice))
  state.interventionFilter = (query.labels ? query.labels.split(',') : []).filter((label) =>
    v.is(InterventionLabel, label),
  )
}

export const sameChartQuery = (a: ChartQuery, b: ChartQuery): boolean => keys.every((key) => a[key] === b[key])
