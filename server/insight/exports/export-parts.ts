import { localMidnights } from '#domain/hives/local-midnight.ts'
import { type Level, tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'

type Span = { from: number; to: number }

/** How much of a scale is read at a time: some thousand rows, so that memory stays the same for any period. */
const PART_DAYS: Record<Level, number> = { raw: 7, hour: 183, day: 31 }

/** A period (epoch seconds) cut into parts that follow each other; those of days meet at local midnights. */
export function exportParts(level: Level, timeZone: string, { from, to }: Span): Span[] {
  const parts: Span[] = []
  for (let start = from; start < to; ) {
    const end = Math.min(to, cutNear(level, timeZone, start + PART_DAYS[level] * DAY_SECONDS))
    parts.push({ from: start, to: end })
    start = end
  }
  return parts
}

/** The level of the tiles that rows of a level are made of: days begin by the clock of a place, and so come from readings. */
export const readLevel = (level: Level): 'raw' | 'hour' => (level === 'hour' ? 'hour' : 'raw')

/** In which tiles (the epoch seconds of their starts) the rows of a part are: from the first to the last, `to` exclusive. */
export const tilesOf = (level: Level, { from, to }: Span): Span => ({ from: tileSpan(readLevel(level), from).from, to })

/** The parts for which there is a tile; `starts` of all tiles of the period, rising. What no tile tells of costs nothing then. */
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
