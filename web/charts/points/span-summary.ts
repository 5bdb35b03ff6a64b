import type { TimeSpan } from './align-series.ts'
import { firstSince, type Points } from './points.ts'

/** Smaller swings are the noise of a scale; the same 50 g within which activity treats weights as equal. */
const SWING_KG = 0.05

/** A summary of one series in a span; everything in the series' unit, `change` = `gain` − `loss`. */
export type SpanSummary = {
  first: number
  last: number
  change: number
  gain: number
  loss: number
  min: number
  max: number
}

/**
 * First, last, extremes, and the sums of all rises and all falls between turning points that differ by at least `swing` (so that noise does not add up).
 * Undefined if there is no reading in the span.
 */
export function summarizeSpan(points: Points, { from, to }: TimeSpan, swing = SWING_KG): SpanSummary | undefined {
  const begin = firstSince(points, from)
  let end = begin
  const { value } = points
  const low = points.low ?? value
  const high = points.high ?? value
  if (begin >= points.time.length || points.time[begin]! > to) return undefined
  const first = value[begin]!
  // the extremes of a bucket that begins before the span may lie outside it
  const isWhole = points.begin === undefined || points.begin[begin]! >= from
  let min = isWhole ? low[begin]! : first
  let max = isWhole ? high[begin]! : first
  let gain = 0
  let loss = 0
  let turned = first
  let extreme = first
  let rising = true
  for (; end < points.time.length && points.time[end]! <= to; end++) {
    const now = value[end]!
    if (end > begin) {
      if (low[end]! < min) min = low[end]!
      if (high[end]! > max) max = high[end]!
    }
    if (rising ? now >= extreme : now <= extreme) {
      extreme = now
    } else if (Math.abs(now - extreme) >= swing) {
      if (rising) gain += extreme - turned
      else loss += turned - extreme
      turned = extreme
      extreme = now
      rising = !rising
    }
  }
  const last = value[end - 1]!
  if (rising) gain += extreme - turned
  else loss += turned - extreme
  const rest = last - extreme
  if (rest > 0) gain += rest
  else loss -= rest
  return { first, last, change: last - first, gain, loss, min, max }
}
