import type { SharedView } from '#domain/exchange/share.ts'
import { distinctNames } from '#domain/hives/distinct-names.ts'
import { EARLIEST_TIME_SECONDS } from '#domain/hives/reading.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { TimeSpan } from '../../../../charts/points/align-series.ts'
import { tileFetcher } from '../tiles/fetch-tiles.ts'
import { createTileMemory, type TileMemory } from '../tiles/tile-memory.ts'
import { type ChartState, choosePreset, createChartState, moveRange, showSeries, switchSliding } from './chart-state.ts'
import { wholeRange } from './range-presets.ts'
import { ownSeries } from './series-key.ts'

const seconds = (time: string): number => Date.parse(time) / 1000

/** The largest range a share can show at `now` (epoch seconds); an ongoing share ends a little after it. */
export function sharedLimits({ type, days, from, to }: SharedView, now: number): TimeSpan {
  const whole = wholeRange(now)
  const begin = type === 'livefeed' && days !== null ? now - days * DAY_SECONDS : seconds(from)
  return { from: Math.max(EARLIEST_TIME_SECONDS, begin), to: to === null ? whole.to : seconds(to) }
}

/** The initial range at `now` (epoch ms): the whole period or, for a share without an end, the part with readings. */
export function sharedRange(view: SharedView, now: number): TimeSpan {
  const limits = sharedLimits(view, Math.round(now / 1000))
  if (view.type !== 'unlimited' || view.readings === null) return limits
  return { from: seconds(view.readings.from), to: Math.min(limits.to, seconds(view.readings.to)) }
}

/** Returns the scales with unique names: where two share a name, the transmitter's name is added. */
export function sharedScales({ scales }: SharedView): { id: number; name: string; color: number }[] {
  const names = distinctNames(scales, ({ controllerName }) => controllerName)
  return scales.map(({ id, name, color }) => ({ id, color, name: names.get(id) ?? name }))
}

/** Creates the state and tile memory of a shared chart: its curves are on, and it checks for new data as the timeline does. */
export function createSharedChart(view: SharedView, now: () => number): { state: ChartState; memory: TileMemory } {
  const state = createChartState(Math.round(now() / 1000))
  showSeries(state, view.scales.map(ownSeries), [])
  showWhole(state, view, now())
  state.displayManualFlags = false
  return { state, memory: createTileMemory(tileFetcher(now)) }
}

/** Shows the whole period of a share at `now` (epoch ms); an ongoing one follows the current time from then on. */
export function showWhole(state: ChartState, view: SharedView, now: number): void {
  const range = sharedRange(view, now)
  if (view.type !== 'livefeed') state.maxRange.xmin = range.from
  moveRange(state, range)
  if (view.type === 'fixed') switchSliding(state, false)
  else if (view.type !== 'livefeed' && state.slidingWindow) choosePreset(state, 'all')
}
