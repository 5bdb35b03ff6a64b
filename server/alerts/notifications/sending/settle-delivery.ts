import type { Kysely } from 'kysely'
import { defined } from '#domain/platform/defined.ts'
import type { Deps } from '../../../deps.ts'
import { nextTry } from '../../../platform/loops/retry-pause.ts'
import type { Tables } from '../../../store/tables.ts'
import { endChannel, noteDelivered, noteFailing, selectOtherChannel } from '../reached-channel-queries.ts'
import { type DeliveryToSend, holdDeliveries, insertMessage, noteAttempt } from '../sending-queries.ts'
import { judgeShown } from './judge-shown.ts'
import type { SendOutcome } from './send-delivery.ts'

const FAILING_AFTER_ATTEMPTS = 3

/** Writes down how a try went, for the delivery and for its channel. */
export const settleDelivery = (
  { database, clock, mailer }: Pick<Deps, 'database' | 'clock' | 'mailer'>,
  delivery: DeliveryToSend,
  result: SendOutcome,
): Promise<void> =>
  database.write('settleDelivery', { delivery, result, now: clock.now(), mailIsAvailable: mailer.available })

type Settling = { delivery: DeliveryToSend; result: SendOutcome; now: number; mailIsAvailable: boolean }

/** In one transaction of the writer, without a way to and fro for each statement: others wait for it to be stored. */
export const createSettleDelivery = (db: Kysely<Tables>) => (settling: Settling) =>
  db.transaction().execute((within) => settle(within, settling))

async function settle(db: Kysely<Tables>, { delivery, result, now, mailIsAvailable }: Settling): Promise<void> {
  const { id, notification_id: notificationId } = delivery
  switch (result.outcome) {
    case 'delivered':
      await noteAttempt(db, delivery, { state: 'sent', last_error: null, sentAt: now })
      await noteDelivered(db, notificationId, now)
      if (delivery.channel === 'push') await judgeShown(db, delivery, mailIsAvailable, now)
      return
    case 'held':
      return holdDeliveries(db, [id], result.until)
    case 'dropped':
      return noteAttempt(db, delivery, { state: 'expired', last_error: result.reason })
    case 'refused':
      await noteAttempt(db, delivery, { state: 'failed', last_error: result.reason })
      return noteFailing(db, notificationId, { reason: result.reason, failing: true }, now)
    case 'failed': {
      const attempts = delivery.attempts + 1
      const dueAt = nextTry({ createdAt: delivery.created_at, attempts }, now, result.retryAfterMs)
      const state = dueAt === undefined ? 'expired' : 'due'
      await noteAttempt(db, delivery, { state, last_error: result.reason, ...defined({ dueAt }) })
      const failing = attempts >= FAILING_AFTER_ATTEMPTS || dueAt === undefined
      return noteFailing(db, notificationId, { reason: result.reason, failing }, now)
    }
    case 'gone': {
      const reason = `HTTP ${result.status}`
      const fate = await endChannel(db, delivery, reason, now)
      // a browser renewed its subscription meanwhile: it hears of it there
      const end = fate === 'moved' ? ({ state: 'due', dueAt: now } as const) : ({ state: 'expired' } as const)
      await noteAttempt(db, delivery, { ...end, last_error: reason })
      if (fate !== 'ended') return
      const other = await selectOtherChannel(db, delivery.account_id, mailIsAvailable)
      if (other) await insertMessage(db, { notificationId: other.id, stage: 'ended', dueAt: now, createdAt: now })
    }
  }
}
