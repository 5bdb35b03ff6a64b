import type { Deps } from '../http/deps.ts'
import { judgeShown } from './judge-shown.ts'
import { endChannel, noteDelivered, noteFailing, selectOtherChannel } from './reached-channel-queries.ts'
import { nextTry } from './retry-pause.ts'
import type { SendOutcome } from './send-delivery.ts'
import { type DeliveryToSend, holdDeliveries, insertMessage, noteAttempt } from './sending-queries.ts'

const FAILING_AFTER_ATTEMPTS = 3

/** Writes down how a try went, for the delivery and for its channel, in one transaction. */
export async function settleDelivery(
  { database, clock, mailer }: Pick<Deps, 'database' | 'clock' | 'mailer'>,
  delivery: DeliveryToSend,
  result: SendOutcome,
): Promise<void> {
  const now = clock.now()
  const { id, notification_id: notificationId } = delivery
  await database.db.transaction().execute(async (db) => {
    switch (result.outcome) {
      case 'delivered':
        await noteAttempt(db, id, { state: 'sent', last_error: null, sentAt: now })
        await noteDelivered(db, notificationId, now)
        if (delivery.channel === 'push') await judgeShown(db, delivery, mailer.available, now)
        return
      case 'held':
        return holdDeliveries(db, [id], result.until)
      case 'dropped':
        return noteAttempt(db, id, { state: 'expired', last_error: result.reason })
      case 'refused':
        await noteAttempt(db, id, { state: 'failed', last_error: result.reason })
        return noteFailing(db, notificationId, { reason: result.reason, failing: true }, now)
      case 'failed': {
        const attempts = delivery.attempts + 1
        const dueAt = nextTry({ createdAt: delivery.created_at, attempts }, now, result.retryAfterMs)
        const state = dueAt === undefined ? 'expired' : 'due'
        await noteAttempt(db, id, { state, last_error: result.reason, ...(dueAt === undefined ? {} : { dueAt }) })
        const failing = attempts >= FAILING_AFTER_ATTEMPTS || dueAt === undefined
        return noteFailing(db, notificationId, { reason: result.reason, failing }, now)
      }
      case 'gone': {
        const reason = `HTTP ${result.status}`
        await noteAttempt(db, id, { state: 'expired', last_error: reason })
        if (!(await endChannel(db, notificationId, reason, now))) return
        const other = await selectOtherChannel(db, delivery.account_id, mailer.available)
        if (other) await insertMessage(db, { notificationId: other.id, stage: 'ended', dueAt: now, createdAt: now })
      }
    }
  })
}
