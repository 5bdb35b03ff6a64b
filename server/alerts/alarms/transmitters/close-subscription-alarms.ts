import type { Kysely } from 'kysely'
import type { Tables } from '../../../store/tables.ts'
import { planDeliveries } from '../../notifications/planning/plan-deliveries.ts'
import { closeOpenOfType } from './transmitter-queries.ts'

/**
 * Closes the alarms that a transmitter's subscription is ending, and removes them from the screens, in
 * the caller's transaction. The caller calls `deps.wakeDeliveries()` after the commit.
 */
export async function closeSubscriptionAlarms(db: Kysely<Tables>, controllerId: number, nowMs: number): Promise<void> {
  const closed = await closeOpenOfType(db, controllerId, 'subscription', Math.floor(nowMs / 1000))
  await planDeliveries(
    db,
    closed.map((id) => ({ id, previousStatus: 'open' })),
    nowMs,
  )
}
