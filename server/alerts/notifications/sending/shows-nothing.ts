import type { Kysely } from 'kysely'
import type { Tables } from '../../../store/tables.ts'
import { noteAccepted, noteNeverShown } from '../receipt-queries.ts'
import type { DeliveryToSend } from '../sending-queries.ts'

/** So many pushes without a receipt, over so long: one weak moment, or a device that was off overnight, is no fault. */
const UNSHOWN_PUSHES = 3
const UNSHOWN_MS = 24 * 3_600_000

/**
 * A push service took a push. Where the device has shown none for long, its channel says so: true the first time, until one is shown
 * again.
 */
export async function showsNothing(
  db: Kysely<Tables>,
  { id, notification_id: notificationId }: DeliveryToSend,
  nowMs: number,
): Promise<boolean> {
  const unshown = await noteAccepted(db, id, notificationId, nowMs)
  if (!unshown || unshown.unshown_count < UNSHOWN_PUSHES || nowMs - (unshown.unshown_since ?? nowMs) < UNSHOWN_MS)
    return false
  return noteNeverShown(db, notificationId)
}
