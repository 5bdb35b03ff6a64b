import { indexFrom } from '#domain/platform/index-from.ts'
import { GAP_STEPS, usualStep } from './usual-step.ts'

/**
 * The readings of one series: `time` in epoch seconds, strictly ascending, `value` in the unit of the axis (kg, °C, …). For buckets `low` and `high` are the
 * extremes and `begin` is when they start; for a reading at an exact time, `begin` is that time. Missing values are left out; a pause longer than `gap` seconds
 * is a gap.
 */
export type Points = {
  time: Float64Array
  value: Float64Array
  low?: Float64Array
  high?: Float64Array
  begin?: Float64Array
  gap: number
}

/** Builds points whose gap is three usual steps, or at least `leastGap` seconds if a series mixes fine and coarse buckets. */
export function makePoints(
  time: Float64Array,
  value: Float64Array,
  buckets?: Pick<Points, 'low' | 'high' | 'begin'>,
  leastGap = 0,
): Points {
  const gap = Math.max(usualStep(time) * GAP_STEPS, leastGap) || Number.POSITIVE_INFINITY
  return { time, value, ...buckets, gap }
}

export const noPoints: Points = { time: new Float64Array(0), value: new Float64Array(0), gap: Number.POSITIVE_INFINITY }

/**
 * The index of the first point that covers time from `from` on. Excludes a bucket that begins before `from` and is followed by a gap, since its readings may
 * all be from before.
 */
export function firstSince({ time, begin, gap }: Points, from: number): number {
  const first = indexFrom(time, from)
  if (begin === undefined || first >= time.length || begin[first]! >= from) return first
  const next = time[first + 1]
  return next === undefined || next - time[first]! > gap ? first + 1 : first
}

/** The index of the reading nearest to `at`, if it is no further away than a gap; -1 if there is none. */
export function nearestIndex({ time, gap }: Points, at: number): number {
  const after = indexFrom(time, at)
  const before = after - 1
  const ahead = after < time.length ? time[after]! - at : Number.POSITIVE_INFINITY
  const behind = before >= 0 ? at - time[before]! : Number.POSITIVE_INFINITY
  const index = behind < ahead ? before : after
  if (Math.min(ahead, behind) === Number.POSITIVE_INFINITY) return -1
  const inGap = ahead !== Number.POSITIVE_INFINITY && behind !== Number.POSITIVE_INFINITY && ahead + behind > gap
  const reach = Math.min(gap, Number.MAX_VALUE) / (inGap ? GAP_STEPS : 1)
  return Math.min(ahead, behind) <= reach ? index : -1
}

/** The value at `at`, interpolated linearly between two readings; undefined in a gap and outside the series. */
export function interpolate({ time, value, gap }: Points, at: number): number | undefined {
  const after = indexFrom(time, at)
  if (time[after] === at) return value[after]
  const before = after - 1
  if (before < 0 || after >= time.length || time[after]! - time[before]! > gap) return undefined
  const share = (at - time[before]!) / (time[after]! - time[before]!)
  return value[before]! + share * (value[after]! - value[before]!)
}
