import type { Kysely } from 'kysely'
import { DAY_MS } from '#domain/platform/durations.ts'
import type { Tables } from '../../../store/tables.ts'
import { countRefused, selectRefused, selectRefusedTransmitters } from './refused-time-queries.ts'

const RECENT_MS = 3 * 24 * 3600_000

/** Readings of a transmitter refused for times in the future, if any within the last three days. */
export async function readRefusedTimes(
  db: Kysely<Tables>,
  controllerId: number,
  nowMs: number,
): Promise<{ count: number; aheadSeconds: number } | null> {
  const row = await selectRefused(db, controllerId, nowMs - RECENT_MS)
  return row ? { count: row.count, aheadSeconds: row.ahead_seconds } : null
}

/** Transmitters with readings refused for times in the future in the last day; those furthest ahead first. */
export async function readRefusedTransmitters(
  db: Kysely<Tables>,
  nowMs: number,
  limit: number,
): Promise<{
  count: number
  rows: { controllerId: number; readings: number; aheadSeconds: number; lastAt: number }[]
}> {
  const rows = await selectRefusedTransmitters(db, nowMs - DAY_MS, limit)
  return { count: rows.length < limit ? rows.length : await countRefused(db, nowMs - DAY_MS), rows }
}
