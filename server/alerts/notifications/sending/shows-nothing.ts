import type { Kysely } from 'kysely'
import type { Tables } from '../../../store/tables.ts'
import { noteAccepted, noteNeverShown } from '../receipt-queries.ts'
import type { DeliveryToSend } from '../sending-queries.ts'

/** This many pushes without a receipt over this long; one bad moment, or a device that is off overnight, is no fault. */
const UNSHOWN_PUSHES = 3
const UNSHOWN_MS = 24 * 3_600_000

/** Called when a push service has accepted a push. Returns true if the device has shown none for long, the first time only, until it shows one again. */
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
