import type { Deps } from '../http/deps.ts'
import { deleteEndedMutes, deleteSettledDeliveries, deleteUnconfirmed } from './clearing-queries.ts'

const DAY_MS = 24 * 3600_000
const DELIVERIES_KEPT_MS = 90 * DAY_MS
const UNCONFIRMED_KEPT_MS = 7 * DAY_MS
const AT_ONCE = 1000

/** Takes away old deliveries, numbers that were never confirmed, and mutes that are over; few rows at once, others write too. */
export const createNotificationClearing =
  ({ database: { db }, clock }: Pick<Deps, 'database' | 'clock'>) =>
  async (): Promise<void> => {
    const now = clock.now()
    while ((await deleteSettledDeliveries(db, now - DELIVERIES_KEPT_MS, AT_ONCE)) === AT_ONCE);
    await deleteUnconfirmed(db, now - UNCONFIRMED_KEPT_MS)
    await deleteEndedMutes(db, now - DAY_MS)
  }
