import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'

const shownAgain = { unshown_count: 0, unshown_since: null, never_shown_since: null }

/** Notes that a device showed a delivery: its channel works and has been heard. Returns false if the delivery no longer exists. */
export async function noteShown(db: Kysely<Tables>, deliveryId: number, nowMs: number): Promise<boolean> {
  const delivery = await db
    .updateTable('delivery')
    .set((eb) => ({ shown_at: eb.fn.coalesce('shown_at', eb.val(nowMs)) }))
    .where('id', '=', deliveryId)
    .returning('notification_id')
    .executeTakeFirst()
  if (!delivery) return false
  await db
    .updateTable('notification')
    .set((eb) => ({ ...shownAgain, heard_at: nowMs, receipts_since: eb.fn.coalesce('receipts_since', eb.val(nowMs)) }))
    .where('id', '=', delivery.notification_id)
    .execute()
  return true
}

/** Notes that a device's worker sends receipts from now on: only pushes after that can count as not shown. */
export async function noteSendsReceipts(db: Kysely<Tables>, notificationId: number, nowMs: number): Promise<void> {
  await db
    .updateTable('notification')
    .set({ receipts_since: nowMs })
    .where('id', '=', notificationId)
    .where('receipts_since', 'is', null)
    .execute()
}

/** Notes that a push service accepted a delivery, counting it as not shown until its receipt comes. The receipt may already be there. */
export const noteAccepted = (db: Kysely<Tables>, deliveryId: number, notificationId: number, nowMs: number) =>
  db
    .updateTable('notification')
    .set((eb) => ({
      unshown_count: eb('unshown_count', '+', 1),
      unshown_since: eb.fn.coalesce('unshown_since', eb.val(nowMs)),
    }))
    .where('id', '=', notificationId)
    .where('receipts_since', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('delivery').select('id').where('id', '=', deliveryId).where('shown_at', 'is', null)),
    )
    .returning(['unshown_count', 'unshown_since'])
    .executeTakeFirst()

/** Returns false if this was noted before. */
export async function noteNeverShown(db: Kysely<Tables>, notificationId: number): Promise<boolean> {
  const noted = await db
    .updateTable('notification')
    .set((eb) => ({ never_shown_since: eb.ref('unshown_since') }))
    .where('id', '=', notificationId)
    .where('never_shown_since', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}
