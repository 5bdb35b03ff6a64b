import type { TimeSpan } from '../points/align-series.ts'

/** The shortest span that can be shown. */
export const LEAST_SPAN_SECONDS = 900

/** Moves the span, and shortens it if it is too long, so that it lies within `limits`; its length is kept if possible. */
export function clampSpan(span: TimeSpan, limits: TimeSpan): TimeSpan {
  const longest = limits.to - limits.from
  const length = Math.min(Math.max(span.to - span.from, Math.min(LEAST_SPAN_SECONDS, longest)), longest)
  const from = Math.min(Math.max(span.from, limits.from), limits.to - length)
  return { from, to: from + length }
}

/** Moves the span by `seconds` (later: positive), but not past the limits. */
export function panSpan({ from, to }: TimeSpan, seconds: number, limits: TimeSpan): TimeSpan {
  return clampSpan({ from: from + seconds, to: to + seconds }, limits)
}

/** Makes the span `factor` times as long (below 1 zooms in) while `at` stays in place on the screen. */
export function zoomSpan({ from, to }: TimeSpan, factor: number, at: number, limits: TimeSpan): TimeSpan {
  const longest = limits.to - limits.from
  const length = to - from
  const least = Math.min(LEAST_SPAN_SECONDS, longest)
  const bounded = Math.min(Math.max(length * factor, least), longest)
  const share = length > 0 ? (at - from) / length : 0.5
  const start = at - share * bounded
  return clampSpan({ from: start, to: start + bounded }, limits)
}

/** The span in which the times `start` are at the shares `now` of the width: two fingers that keep holding the same points. */
export function pinchSpan(
  start: readonly [number, number],
  now: readonly [number, number],
  limits: TimeSpan,
  before: TimeSpan,
): TimeSpan {
  const apart = now[1] - now[0]
  if (Math.abs(apart) < 0.02 || start[0] === start[1]) return before
  const length = (start[1] - start[0]) / apart
  if (!(length > 0)) return before
  const middle = (start[0] + start[1]) / 2
  const bounded = Math.min(Math.max(length, LEAST_SPAN_SECONDS), limits.to - limits.from)
  const from = middle - ((now[0] + now[1]) / 2) * bounded
  return clampSpan({ from, to: from + bounded }, limits)
}

export const sameSpan = (a: TimeSpan, b: TimeSpan): boolean => a.from === b.from && a.to === b.to
