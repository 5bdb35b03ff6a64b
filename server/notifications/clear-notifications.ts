import type { Deps } from '../http/deps.ts'
import { deleteEndedMutes, deleteSettledDeliveries, deleteUnconfirmed } from './clearing-queries.ts'

const DAY_MS = 24 * 3600_000
const UNCONFIRMED_KEPT_MS = 7 * DAY_MS
const AT_ONCE = 1000

/**
 * Takes away old deliveries, numbers that were never confirmed, and mutes that are over; few rows at once, others write too. Says how
 * many deliveries.
 */
export async function clearNotifications({
  database: { db },
  clock,
  config,
}: Pick<Deps, 'database' | 'clock' | 'config'>): Promise<number> {
  const now = clock.now()
  const beforeMs = now - config.retention.deliveriesDays * DAY_MS
  let removed = 0
  for (let part = AT_ONCE; part === AT_ONCE; removed += part) {
    part = await deleteSettledDeliveries(db, beforeMs, AT_ONCE)
  }
  await deleteUnconfirmed(db, now - UNCONFIRMED_KEPT_MS)
  await deleteEndedMutes(db, now - DAY_MS)
  return removed
}
