import * as v from 'valibot'
import { InterventionLabel } from '#domain/hives/intervention.ts'
import { FUTURE_TOLERANCE_SECONDS } from '#domain/hives/reading.ts'
import { WeatherChoice } from '#domain/insight/weather.ts'
import { type ChartState, choosePreset, moveRange, REFRESH_SECONDS, shownSeries, switchSliding } from './chart-state.ts'
import { slidRange, touchesNow } from './range-presets.ts'
import { type ChartQuery, chartQueryOf } from './timeline-search.ts'

/**
 * Returns the range for the address: a moving range as its preset or length, a fixed one as its dates. A
 * fixed range that would be taken for a moving one is marked as not sliding.
 */
function rangeQuery({ preset, slidingWindow, range, maxRange }: Readonly<ChartState>): ChartQuery {
  if (preset) return { last: preset }
  const [from, to] = [Math.round(range.xmin), Math.round(range.xmax)]
  if (slidingWindow) return { last: to - from }
  return { from, to, sliding: touchesNow({ from, to }, maxRange.xmax - FUTURE_TOLERANCE_SECONDS) ? false : undefined }
}

/** Returns the address of a state. */
export function toChartQuery(state: Readonly<ChartState>): ChartQuery {
  const shown = shownSeries(state.series)
  return chartQueryOf({
    ...rangeQuery(state),
    series: shown.length > 0 ? shown.join(',') : undefined,
    compare: state.compare || undefined,
    delta: state.delta || undefined,
    net: state.net || undefined,
    average: state.average === 'none' ? undefined : state.average,
    compensated: state.compensated ? undefined : false,
    refresh: state.refresh > 0 ? undefined : false,
    alarms: state.displayFlags || undefined,
    interventions: state.displayManualFlags ? undefined : false,
    weather: state.weather.length > 0 ? state.weather.join(',') : undefined,
    labels: state.interventionFilter.length > 0 ? state.interventionFilter.join(',') : undefined,
  })
}

/** Applies an address: whatever it omits gets its default, except the range, which stays. */
export function applyChartQuery(state: ChartState, query: ChartQuery): void {
  applyRange(state, query)
  const shown = query.series ? query.series.split(',') : []
  state.series = Object.fromEntries(shown.map((key) => [key, true]))
  state.compare = query.compare ?? false
  state.delta = query.delta ?? false
  state.net = query.net ?? false
  state.average = query.average ?? 'none'
  state.compensated = query.compensated ?? true
  state.refresh = query.refresh === false ? 0 : REFRESH_SECONDS
  state.displayFlags = query.alarms ?? false
  state.displayManualFlags = query.interventions ?? true
  state.weather = (query.weather ? query.weather.split(',') : []).filter((choice) => v.is(WeatherChoice, choice))
  state.interventionFilter = (query.labels ? query.labels.split(',') : []).filter((label) =>
    v.is(InterventionLabel, label),
  )
}

function applyRange(state: ChartState, { last, from, to, sliding }: ChartQuery): void {
  if (typeof last === 'string') choosePreset(state, last)
  else if (last !== undefined) moveRange(state, slidRange(last, state.maxRange.xmax - FUTURE_TOLERANCE_SECONDS))
  else if (from !== undefined && to !== undefined && from < to) {
    state.preset = undefined
    moveRange(state, { from, to })
    if (sliding !== undefined) switchSliding(state, sliding)
  }
}
