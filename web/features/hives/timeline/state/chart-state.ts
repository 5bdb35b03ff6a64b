import { proxy } from 'valtio'
import type { InterventionLabel } from '#domain/hives/intervention.ts'
import { EARLIEST_TIME_SECONDS, FUTURE_TOLERANCE_SECONDS } from '#domain/hives/reading.ts'
import type { WeatherChoice } from '#domain/insight/weather.ts'
import type { TimeSpan } from '../../../../charts/points/align-series.ts'
import { defaultRange, type Preset } from './default-range.ts'
import { presetOf, presetRange, slidRange, touchesNow, wholeRange } from './range-presets.ts'
import { parseSeriesKey, type SeriesKey } from './series-key.ts'

export const REFRESH_SECONDS = 300

/** What the timeline shows. All times in epoch seconds. */
export type ChartState = {
  /** `skipChart`: the chart itself moved and need not be told. `reload`: a bound changed, so data may be missing. */
  range: { xmin: number; xmax: number; skipChart: boolean; reload: boolean }
  /** The preset that the range is, and remains as time passes; undefined for any other range. */
  preset: Preset | undefined
  /** The largest range that can be shown, as far as is known: from the first reading of the curves until now. */
  maxRange: { xmin: number; xmax: number }
  /** Automatic flags: alarms and jumps. */
  displayFlags: boolean
  /** Manual flags: interventions. */
  displayManualFlags: boolean
  /** Only interventions with these labels; none means all. */
  interventionFilter: InterventionLabel[]
  compare: boolean
  delta: boolean
  /** Without the jumps the beekeeper caused by hand. */
  net: boolean
  /** The average of the regions, shown beside the curves. */
  average: 'none' | 'mean' | 'median'
  /** Without the temperature effect, for scales whose owner has it removed. */
  compensated: boolean
  /** The right edge follows the current time. */
  slidingWindow: boolean
  /** Seconds between checks for new data; 0 for never. */
  refresh: number
  loaded: boolean
  loading: boolean
  /** Weather shown below the curves. */
  weather: WeatherChoice[]
  displayShare: boolean
  series: Record<SeriesKey, boolean>
  expandedControllers: number[]
}

export function initialChartState(now: number): ChartState {
  const { from, to } = defaultRange(now)
  const whole = wholeRange(now)
  return {
    range: { xmin: from, xmax: to, skipChart: false, reload: true },
    preset: 'week',
    maxRange: { xmin: whole.from, xmax: whole.to },
    displayFlags: false,
    displayManualFlags: true,
    interventionFilter: [],
    compare: false,
    delta: false,
    net: false,
    average: 'none',
    compensated: true,
    slidingWindow: true,
    refresh: REFRESH_SECONDS,
    loaded: false,
    loading: false,
    weather: [],
    displayShare: false,
    series: {},
    expandedControllers: [],
  }
}

export const createChartState = (now: number): ChartState => proxy(initialChartState(now))

/** Returns the curves that are switched on: weights by scale id, then sensors in the order they were switched on. */
export function shownSeries(series: Readonly<Record<SeriesKey, boolean>>): SeriesKey[] {
  return Object.keys(series).filter((key) => series[key])
}

/** Changes the range without deciding whether it follows the current time; `byChart` if the user moved the chart itself. */
export function setRange(state: ChartState, { from, to }: TimeSpan, byChart = false): void {
  if (state.range.xmin === from && state.range.xmax === to) return
  state.range = { xmin: from, xmax: to, skipChart: byChart, reload: true }
}

const nowOf = ({ maxRange }: Readonly<ChartState>): number => maxRange.xmax - FUTURE_TOLERANCE_SECONDS

/**
 * Shows a range the user chose. One that reaches the present follows it from then on, as a preset if it matches one. A past range keeps
 * its dates, unless it is the preset chosen before: dates in this year's season do not mean next year's.
 */
export function moveRange(state: ChartState, span: TimeSpan, byChart = false): void {
  setRange(state, span, byChart)
  const preset = presetOf(span, nowOf(state), state.maxRange.xmin)
  state.slidingWindow = touchesNow(span, nowOf(state))
  state.preset = state.slidingWindow || preset === state.preset ? preset : undefined
}

/** Shows a preset as of now. */
export function choosePreset(state: ChartState, preset: Preset): void {
  setRange(state, presetRange(preset, nowOf(state), state.maxRange.xmin))
  state.preset = preset
  state.slidingWindow = touchesNow({ from: state.range.xmin, to: state.range.xmax }, nowOf(state))
}

/** Makes the range follow the current time at its current length, or stay where it is. */
export function switchSliding(state: ChartState, on: boolean): void {
  const { xmin, xmax } = state.range
  if (on) moveRange(state, slidRange(xmax - xmin, nowOf(state)))
  else state.preset = undefined
  state.slidingWindow = on
}

/** Advances time to `now` (epoch seconds): ranges that follow the current time move along. */
export function passTime(state: ChartState, now: number): void {
  state.maxRange.xmax = wholeRange(now).to
  const { xmin, xmax } = state.range
  if (state.preset) choosePreset(state, state.preset)
  else if (state.slidingWindow) setRange(state, slidRange(xmax - xmin, now))
}

/** Sets the time of the first reading shown; undefined if there is none. */
export function knowFirst(state: ChartState, first: number | undefined): void {
  state.maxRange.xmin = Math.max(EARLIEST_TIME_SECONDS, first ?? EARLIEST_TIME_SECONDS)
  if (state.preset === 'all') choosePreset(state, 'all')
}

export type ShownController = { id: number; lastWeight: number | undefined; scaleIds: readonly number[] }

/**
 * Shows exactly the curves in `keys`. Each added curve expands its controller in the tree. If none was shown
 * before, the range becomes the 7 days before the last weight of what is shown.
 */
export function showSeries(
  state: ChartState,
  keys: Iterable<SeriesKey>,
  controllers: readonly ShownController[],
): void {
  const before = shownSeries(state.series)
  const wanted = new Set([...keys].filter((key) => parseSeriesKey(key)))
  const after = [...before.filter((key) => wanted.has(key)), ...[...wanted].filter((key) => !before.includes(key))]
  state.series = Object.fromEntries(after.map((key) => [key, true]))

  const added = after.filter((key) => !before.includes(key))
  openControllers(state, added, controllers)
  let lastWeight: number | undefined
  for (const key of added) {
    const controller = controllers.find((one) => ownsSeries(one, key))
    if (controller?.lastWeight !== undefined) lastWeight = Math.max(lastWeight ?? 0, controller.lastWeight)
  }
  if (before.length === 0 && lastWeight !== undefined) moveRange(state, defaultRange(lastWeight))
}

/** Expands the controllers of these curves in the tree. */
export function openControllers(
  state: ChartState,
  keys: readonly SeriesKey[],
  controllers: readonly ShownController[],
): void {
  for (const key of keys) {
    const id = controllers.find((one) => ownsSeries(one, key))?.id
    if (id !== undefined && !state.expandedControllers.includes(id)) state.expandedControllers.push(id)
  }
}

const ownsSeries = ({ id, scaleIds }: ShownController, key: SeriesKey): boolean => {
  const seriesId = parseSeriesKey(key)?.seriesId ?? 0
  return seriesId === -id || scaleIds.includes(seriesId)
}
