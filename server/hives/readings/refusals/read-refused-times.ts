import type { Kysely } from 'kysely'
import { DAY_MS } from '#domain/platform/durations.ts'
import type { Tables } from '../../../store/tables.ts'
import { countRefused, selectRefused, selectRefusedTransmitters } from './refused-time-queries.ts'

const RECENT_MS = 3 * 24 * 3600_000

/** What was refused of a transmitter for times in the future, where that happened in the last days. */
export async function readRefusedTimes(
  db: Kysely<Tables>,
  controllerId: number,
  nowMs: number,
): Promise<{ count: number; aheadSeconds: number } | null> {
  const row = await selectRefused(db, controllerId, nowMs - RECENT_MS)
  return row ? { count: row.count, aheadSeconds: row.ahead_seconds } : null
}

/** Transmitters of which times in the future were refused in the last day, those whose clocks are the furthest ahead first. */
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
