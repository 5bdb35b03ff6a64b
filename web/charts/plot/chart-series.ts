import { indexFrom } from '#domain/platform/index-from.ts'
import { toDayInput } from '../../i18n/local-input.ts'
import { type AlignedColumns, alignSeries, type TimeSpan, visibleRows } from '../points/align-series.ts'
import { compareOffset } from '../points/compare.ts'
import { decimate } from '../points/decimate.ts'
import { deltaPerDay, localMidnights } from '../points/delta-per-day.ts'
import { firstSince, nearestIndex, type Points } from '../points/points.ts'

/**
 * One curve: `slot` is its color and dash in the kit. A `reference` is what the others are compared with: dashed and without a color, or `dotted` if there are
 * two. Its changes by local day (`2026-05-10`) may be known more exactly than its points tell. A `solid` line has no dash, for the only one that is not
 * compared with others.
 */
export type ChartSeries = {
  key: string
  label: string
  slot: number
  points: Points
  reference?: { changeByDay: ReadonlyMap<string, number>; dotted?: boolean }
  solid?: boolean
}

/** What one panel shows: curves of one quantity; `digits` is the number of decimals in the readout. */
export type ChartPanel = {
  id: string
  label: string
  unit: string
  digits: number
  /** The axis covers at least this much, so that a constant value looks constant. */
  leastSpan?: number
  series: readonly ChartSeries[]
  /** `value` as measured, `compare` starts at 0 at the left edge, `delta` shows the change of each day as bars. */
  mode: 'value' | 'compare' | 'delta'
}

/** With more rows per pixel than this, the data is decimated. */
const ROWS_A_PIXEL = 2

/** The offset subtracted from each curve of a panel. */
function panelOffsets({ series, mode }: ChartPanel, span: TimeSpan): number[] {
  return mode === 'compare' ? series.map(({ points }) => compareOffset(points, span)) : []
}

/** uPlot's columns for what a panel shows of the span on `pixels`: exact while there are few readings, otherwise two rows per pixel. */
export function panelColumns(panel: ChartPanel, span: TimeSpan, pixels: number): AlignedColumns {
  const all = panel.series.map(({ points }) => points)
  if (panel.mode === 'delta') {
    const midnights = localMidnights(span)
    return [midnights, ...panel.series.map((series) => [...changesPerDay(series, midnights), undefined])]
  }
  const offsets = panelOffsets(panel, span)
  const most = ROWS_A_PIXEL * pixels
  let rows = 0
  for (const points of all) {
    const { first, end } = visibleRows(points, span)
    rows += end - first
    if (rows > most) return decimate(all, span, pixels, offsets)
  }
  return alignSeries(all, span, offsets)
}

/** The change of each day between two local midnights, null if unknown. */
function changesPerDay({ points, reference }: ChartSeries, midnights: readonly number[]): (number | null)[] {
  if (!reference) return deltaPerDay(points, midnights)
  const dateOf = (midnight: number) => toDayInput(new Date(midnight * 1000))
  return midnights.slice(0, -1).map((midnight) => reference.changeByDay.get(dateOf(midnight)) ?? null)
}

/** The value of a curve at a time, as the panel shows it; undefined where it has no data. `at` is when it was read, or the day's start. */
export function readSeries(
  panel: ChartPanel,
  index: number,
  time: number,
  span: TimeSpan,
): { at: number; value: number } | undefined {
  const series = panel.series[index]!
  const { points } = series
  if (panel.mode === 'delta') {
    const midnights = localMidnights({ from: time, to: time + 1 }).slice(0, 2)
    const [delta] = changesPerDay(series, midnights)
    return delta === null || delta === undefined ? undefined : { at: midnights[0]!, value: delta }
  }
  const nearest = nearestIndex(points, time)
  if (nearest < 0 || (points.time[nearest]! >= span.from && nearest < firstSince(points, span.from))) return undefined
  const offset = panel.mode === 'compare' ? compareOffset(points, span) : 0
  return { at: points.time[nearest]!, value: points.value[nearest]! - offset }
}

/** The last time at which a curve is visible in the span; a day's change that begins at the end of the span is not part of it. */
export function lastSeen(points: Points, span: TimeSpan, mode: ChartPanel['mode']): number | undefined {
  const index = indexFrom(points.time, mode === 'delta' ? span.to : span.to + 0.5) - 1
  return index >= firstSince(points, span.from) ? points.time[index] : undefined
}
