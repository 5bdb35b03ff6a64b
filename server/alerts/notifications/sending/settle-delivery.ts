import type { Kysely } from 'kysely'
import { defined } from '#domain/platform/defined.ts'
import type { Deps } from '../../../deps.ts'
import { nextTry } from '../../../platform/loops/retry-pause.ts'
import type { Tables } from '../../../store/tables.ts'
import { endChannel, noteDelivered, noteFailing } from '../reached-channel-queries.ts'
import { type DeliveryToSend, holdDeliveries, noteAttempt } from '../sending-queries.ts'
import { noteSilent } from '../telling-queries.ts'
import { rings } from '../words/alarm-words.ts'
import type { ChannelTrouble } from '../words/message-words.ts'
import type { SendOutcome } from './send-delivery.ts'
import { showsNothing } from './shows-nothing.ts'
import { tellElsewhere } from './tell-elsewhere.ts'

const FAILING_AFTER_ATTEMPTS = 3

/** Records the result of a try for the delivery and its channel. Returns what is wrong with the channel if its owner has no other channel to be told on. */
export const settleDelivery = (
  { database, clock, mailer }: Pick<Deps, 'database' | 'clock' | 'mailer'>,
  delivery: DeliveryToSend,
  result: SendOutcome,
): Promise<ChannelTrouble | undefined> =>
  database.write('settleDelivery', { delivery, result, now: clock.now(), mailIsAvailable: mailer.available })

type Settling = { delivery: DeliveryToSend; result: SendOutcome; now: number; mailIsAvailable: boolean }

/** Runs in one transaction of the writer, without a round trip per statement, since others wait for it to be stored. */
export const createSettleDelivery = (db: Kysely<Tables>) => (settling: Settling) =>
  db.transaction().execute((within) => settle(within, settling))

async function settle(db: Kysely<Tables>, settling: Settling): Promise<ChannelTrouble | undefined> {
  const { delivery, result, now, mailIsAvailable } = settling
  const { id, notification_id: notificationId } = delivery
  const tell = (trouble: ChannelTrouble) => tellElsewhere(db, delivery, trouble, { mailIsAvailable, now })
  switch (result.outcome) {
    case 'delivered':
      await noteAttempt(db, delivery, { state: 'sent', last_error: null, sentAt: now })
      if (wasSilent(delivery)) await noteSilent(db, delivery)
      await noteDelivered(db, notificationId, now)
      return delivery.channel === 'push' && (await showsNothing(db, delivery, now)) ? tell('unshown') : undefined
    case 'held':
      await holdDeliveries(db, [id], result.until)
      return
    case 'dropped':
      await noteAttempt(db, delivery, { state: 'expired', last_error: result.reason })
      if (wasSilent(delivery)) await noteSilent(db, delivery)
      return
    case 'refused': {
      await noteAttempt(db, delivery, { state: 'failed', last_error: result.reason })
      const isNew = await noteFailing(db, notificationId, { reason: result.reason, failing: true }, now)
      return isNew && !isWaitedFor(delivery) ? tell('refused') : undefined
    }
    case 'failed': {
      const attempts = delivery.attempts + 1
      const dueAt = nextTry({ createdAt: delivery.created_at, attempts }, now, result.retryAfterMs)
      const state = dueAt === undefined ? 'expired' : 'due'
      await noteAttempt(db, delivery, { state, last_error: result.reason, ...defined({ dueAt }) })
      const failing = attempts >= FAILING_AFTER_ATTEMPTS || dueAt === undefined
      await noteFailing(db, notificationId, { reason: result.reason, failing }, now)
      return
    }
    case 'gone': {
      const reason = `HTTP ${result.status}`
      const fate = await endChannel(db, delivery, reason, now)
      // the browser renewed its subscription meanwhile and is sent this at its new address
      const end = fate === 'moved' ? ({ state: 'due', dueAt: now } as const) : ({ state: 'expired' } as const)
      await noteAttempt(db, delivery, { ...end, last_error: reason })
      return fate === 'ended' ? tell('ended') : undefined
    }
  }
}

/** The alarm was to ring, but by then it was not sure enough. A webhook makes no sound. */
const wasSilent = (delivery: DeliveryToSend) =>
  delivery.stage === 'rang' && delivery.channel !== 'webhook' && !rings(delivery)

/** Whoever sent it is waiting for the result and sees it. */
const isWaitedFor = ({ stage }: DeliveryToSend) => stage === 'test' || stage === 'code'
