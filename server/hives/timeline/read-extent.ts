import type { Kysely } from 'kysely'
import { levelNumber, tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { Tables } from '../../store/tables.ts'
import { selectTileBounds } from './timeline-queries.ts'

/**
 * The part of a period (epoch seconds, `to` exclusive) in which series have readings: from the beginning of the first day to the end
 * of the last, within the period. Undefined if there are none.
 */
export async function readExtent(
  db: Kysely<Tables>,
  seriesIds: number[],
  period: { from: number; to: number },
): Promise<{ from: number; to: number } | undefined> {
  const from = tileSpan('raw', period.from).from
  const bounds = await selectTileBounds(db, { seriesIds, level: levelNumber.raw, from, to: period.to })
  if (!bounds) return undefined
  return { from: Math.max(bounds.first, period.from), to: Math.min(bounds.last + DAY_SECONDS, period.to) }
}
