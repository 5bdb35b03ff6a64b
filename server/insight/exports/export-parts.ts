import { localMidnights } from '#domain/hives/local-midnight.ts'
import type { Level } from '#domain/hives/tiles/timeline-tile.ts'
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

function cutNear(level: Level, timeZone: string, seconds: number): number {
  if (level !== 'day') return Math.floor(seconds / DAY_SECONDS) * DAY_SECONDS
  return localMidnights({ timeZone }, seconds, seconds + 2 * DAY_SECONDS)[0]?.time ?? seconds
}
