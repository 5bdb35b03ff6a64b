import { countOpenAlarms } from '../alarms/count-open-alarms.ts'
import type { Deps } from '../http/deps.ts'
import { MailRefused } from '../platform/mailer.ts'
import type { PushOutcome } from '../platform/web-push.ts'
import { rings } from './alarm-words.ts'
import { buildAlarmMail } from './build-alarm-mail.ts'
import { buildPushMessage, topicOf } from './build-push-message.ts'
import type { DeliveryToSend } from './sending-queries.ts'
import { subscriptionOf } from './to-channel.ts'

const TTL_SECONDS = 4 * 3600
const REASON_LENGTH = 160

/** `dropped`: it is no longer wanted. The others as a push service answers. */
export type SendOutcome = PushOutcome | { outcome: 'dropped'; reason: string }

export type SendDeps = Pick<Deps, 'database' | 'clock' | 'config' | 'mailer' | 'push'>

/** Sends one delivery in the words of now, unless what happened since it was planned makes it pointless. */
export async function sendDelivery(deps: SendDeps, delivery: DeliveryToSend): Promise<SendOutcome> {
  const reason = dropReason(delivery, deps.clock.now())
  if (reason) return { outcome: 'dropped', reason }
  if (delivery.channel === 'email') return sendMail(deps, delivery)
  if (delivery.channel === 'sms') return { outcome: 'refused', reason: 'SMS is not available' }
  const openAlarms = await countOpenAlarms(deps.database.db, delivery.account_id, deps.clock.now())
  const message = buildPushMessage(delivery, openAlarms, deps.clock.now())
  return deps.push.send(subscriptionOf(delivery.address), JSON.stringify(message), {
    urgency: isUrgent(delivery) ? 'high' : 'normal',
    topic: topicOf(delivery),
    ttlSeconds: TTL_SECONDS,
  })
}

const isUrgent = (delivery: DeliveryToSend) =>
  delivery.stage === 'test' || (delivery.stage === 'rang' && rings(delivery))

function dropReason(delivery: DeliveryToSend, nowMs: number): string | undefined {
  const { stage } = delivery
  if (delivery.channel_status === 'ended') return 'channel ended'
  if (delivery.account_active === 0) return 'account switched off'
  if (stage === 'test' || stage === 'ended') return undefined
  if (delivery.owner_id !== delivery.account_id && delivery.watcher_id === null) return 'no longer theirs'
  if (delivery.muted_by !== null && (delivery.muted_until === null || delivery.muted_until > nowMs)) return 'muted'
  if (stage === 'told' || stage === 'rang') {
    if (delivery.status === 'withdrawn') return 'withdrawn before it was sent'
    if (delivery.channel === 'email' && !rings(delivery)) return 'no longer sure enough'
    return undefined
  }
  return delivery.was_told ? undefined : 'was never told'
}

async function sendMail({ mailer, config }: SendDeps, delivery: DeliveryToSend): Promise<SendOutcome> {
  try {
    await mailer.send({ to: delivery.address, ...buildAlarmMail(delivery, config.publicUrl) })
    return { outcome: 'delivered' }
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, REASON_LENGTH)
    return { outcome: error instanceof MailRefused ? 'refused' : 'failed', reason }
  }
}
