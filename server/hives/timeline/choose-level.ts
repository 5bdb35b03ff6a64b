import type { Kysely } from 'kysely'
import { tileLength } from '#domain/hives/tiles/tile-codec.ts'
import { type Level, levelNumber, tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { HOUR_SECONDS } from '#domain/platform/durations.ts'
import type { Tables } from '../../store/tables.ts'
import { selectTileHeads } from './timeline-queries.ts'

type Asked = { seriesIds: number[]; from: number; to: number; points: number }

/** Returns the finest level at which no series has more than `points` rows in the range. */
export async function chooseLevel(db: Kysely<Tables>, asked: Asked): Promise<Level> {
  const hoursFit = (asked.to - asked.from) / HOUR_SECONDS <= asked.points || (await fits(db, 'hour', asked))
  if (!hoursFit) return 'day'
  return (await fits(db, 'raw', asked)) ? 'raw' : 'hour'
}

async function fits(db: Kysely<Tables>, level: 'raw' | 'hour', asked: Asked): Promise<boolean> {
  const { seriesIds, from, to, points } = asked
  const range = { seriesIds, level: levelNumber[level], from: tileSpan(level, from).from, to }
  const rows = new Map<number, number>()
  for (const tile of await selectTileHeads(db, range)) {
    const sum = (rows.get(tile.scale_id) ?? 0) + rowsInRange(level, Number(tile.from), tileLength(tile.head), asked)
    if (sum > points) return false
    rows.set(tile.scale_id, sum)
  }
  return true
}

/** Estimates the rows in the range: at most one per hour. If the range cuts off the beginning of a day, its readings are assumed to be spread evenly. */
function rowsInRange(level: 'raw' | 'hour', start: number, length: number, { from, to }: Asked): number {
  const span = tileSpan(level, start)
  const covered = Math.min(span.to, to) - Math.max(span.from, from)
  if (level === 'hour') return Math.min(length, covered / HOUR_SECONDS)
  return from > span.from ? (length * (span.to - from)) / (span.to - span.from) : length
}
