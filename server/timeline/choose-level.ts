import type { Kysely } from 'kysely'
import { tileLength } from '#domain/tile-codec.ts'
import { HOUR_SECONDS, type Level, levelNumber, tileSpan } from '#domain/timeline-tile.ts'
import type { Tables } from '../db/tables.ts'
import { selectTileHeads } from './timeline-queries.ts'

type Asked = { seriesIds: number[]; from: number; to: number; points: number }

/** The finest level at which no series has more than `points` rows in the range. */
export async function chooseLevel(db: Kysely<Tables>, asked: Asked): Promise<Level> {
  const hoursFit = (asked.to - asked.from) / HOUR_SECONDS <= asked.points || (await fits(db, 'hour', asked))
  if (!hoursFit) return 'day'
  return (await fits(db, 'raw', asked)) ? 'raw' : 'hour'
}

/** Rows of a tile that the range cuts count by the share of the tile that is in the range. */
async function fits(
  db: Kysely<Tables>,
  level: 'raw' | 'hour',
  { seriesIds, from, to, points }: Asked,
): Promise<boolean> {
  const range = { seriesIds, level: levelNumber[level], from: tileSpan(level, from).from, to }
  const rows = new Map<number, number>()
  for (const tile of await selectTileHeads(db, range)) {
    const span = tileSpan(level, Number(tile.from))
    const share = (Math.min(span.to, to) - Math.max(span.from, from)) / (span.to - span.from)
    const sum = (rows.get(tile.scale_id) ?? 0) + tileLength(tile.head) * share
    if (sum > points) return false
    rows.set(tile.scale_id, sum)
  }
  return true
}
