import { indexFrom } from '#domain/platform/index-from.ts'
import type { TimeSpan } from './align-series.ts'
import { firstSince, interpolate, type Points } from './points.ts'

/**
 * The value to subtract from a curve so that it starts at 0 at the left edge: its value there, or its first one in the span if it begins later or the edge is
 * in a gap; 0 if it has none in the span.
 */
export function compareOffset(points: Points, { from, to }: TimeSpan): number {
  const first = firstSince(points, from)
  const atEdge = first === indexFrom(points.time, from) ? interpolate(points, from) : undefined
  if (atEdge !== undefined) return atEdge
  return first < points.time.length && points.time[first]! <= to ? points.value[first]! : 0
}
