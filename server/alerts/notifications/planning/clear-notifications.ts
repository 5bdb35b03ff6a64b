import { DAY_MS } from '#domain/platform/durations.ts'
import type { Deps } from '../../../deps.ts'
import { clearSettled } from '../../../platform/db/due-rows.ts'
import { deleteEndedMutes, deleteToldSeasons, deleteUnconfirmed } from './clearing-queries.ts'

const UNCONFIRMED_KEPT_MS = 7 * DAY_MS

/** Deletes old deliveries, numbers that were never confirmed, and expired mutes. Returns the number of deleted deliveries. */
export async function clearNotifications({
  database: { db },
  clock,
  config,
}: Pick<Deps, 'database' | 'clock' | 'config'>): Promise<number> {
  const now = clock.now()
  const removed = await clearSettled(db, 'delivery', now - config.retention.deliveriesDays * DAY_MS)
  await deleteToldSeasons(db, now - config.retention.deliveriesDays * DAY_MS)
  await deleteUnconfirmed(db, now - UNCONFIRMED_KEPT_MS)
  await deleteEndedMutes(db, now - DAY_MS)
  return removed
}
