import type { Kysely } from 'kysely'
import type { Tables } from '../../../store/tables.ts'
import { selectOtherChannel } from '../reached-channel-queries.ts'
import { noteAccepted, noteNeverShown } from '../receipt-queries.ts'
import { type DeliveryToSend, insertMessage } from '../sending-queries.ts'

/** So many pushes without a receipt, over so long: one weak moment, or a device that was off overnight, is no fault. */
const UNSHOWN_PUSHES = 3
const UNSHOWN_MS = 24 * 3_600_000

/**
 * A push service took a push. Where the device has shown none for long, its channel says so, and another channel of its owner is told
 * once until one is shown again.
 */
export async function judgeShown(
  db: Kysely<Tables>,
  { id, notification_id: notificationId, account_id: accountId }: DeliveryToSend,
  mailIsAvailable: boolean,
  nowMs: number,
): Promise<void> {
  const unshown = await noteAccepted(db, id, notificationId, nowMs)
  if (!unshown || unshown.unshown_count < UNSHOWN_PUSHES || nowMs - (unshown.unshown_since ?? nowMs) < UNSHOWN_MS)
    return
  if (!(await noteNeverShown(db, notificationId))) return
  const other = await selectOtherChannel(db, accountId, mailIsAvailable, notificationId)
  if (other) await insertMessage(db, { notificationId: other.id, stage: 'unshown', dueAt: nowMs, createdAt: nowMs })
}
