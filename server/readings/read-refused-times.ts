import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { selectRefused } from './refused-time-queries.ts'

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
