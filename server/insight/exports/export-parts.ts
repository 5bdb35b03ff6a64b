import { localMidnights } from '#domain/hives/local-midnight.ts'
import { type Level, tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'

type Span = { from: number; to: number }

/** How many days of a scale are read at a time: some thousand rows, so that memory use is the same for any period. */
const PART_DAYS: Record<Level, number> = { raw: 7, hour: 183, day: 31 }

/** Splits a period (epoch seconds) into consecutive parts; at level `day` they meet at local midnights. */
export function exportParts(level: Level, timeZone: string, { from, to }: Span): Span[] {
  const parts: Span[] = []
  for (let start = from; start < to; ) {
    const end = Math.min(to, cutNear(level, timeZone, start + PART_DAYS[level] * DAY_SECONDS))
    parts.push({ from: start, to: end })
    start = end
  }
  return parts
}

/** The level of the tiles that rows are made of: days begin at local midnight, so they are computed from readings. */
export const readLevel = (level: Level): 'raw' | 'hour' => (level === 'hour' ? 'hour' : 'raw')

/** The span of tile starts (epoch seconds, `to` exclusive) that contain the rows of a part. */
export const tilesOf = (level: Level, { from, to }: Span): Span => ({ from: tileSpan(readLevel(level), from).from, to })

/** Returns the parts that have a tile, so that empty parts cost nothing; `starts` are the starts of all tiles of the period, ascending. */
export function partsWithTiles(level: Level, parts: readonly Span[], starts: readonly number[]): Span[] {
  let next = 0
  return parts.filter((part) => {
    const { from, to } = tilesOf(level, part)
    while (next < starts.length && starts[next]! < from) next++
    return next < starts.length && starts[next]! < to
  })
}

function cutNear(level: Level, timeZone: string, seconds: number): number {
  if (level !== 'day') return Math.floor(seconds / DAY_SECONDS) * DAY_SECONDS
  return localMidnights({ timeZone }, seconds, seconds + 2 * DAY_SECONDS)[0]?.time ?? seconds
}
