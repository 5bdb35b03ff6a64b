import type { Deps } from '../../../deps.ts'
import { MailRefused, MailServerSilent } from '../../../platform/adapters/mailer.ts'
import { messageIdOf, referenceOf } from '../../../platform/adapters/message-id.ts'
import type { PushOutcome } from '../../../platform/adapters/web-push.ts'
import { siteOf } from '../../../platform/http/site-address.ts'
import type { SendOptions } from '../../../platform/loops/last-steps.ts'
import { makeCode } from '../make-code.ts'
import { countOpenAlarms } from '../planning/delivery-queries.ts'
import { readStillSilent } from '../planning/together-queries.ts'
import { receiptOf } from '../push-receipt.ts'
import type { DeliveryToSend } from '../sending-queries.ts'
import { subscriptionOf } from '../to-channel.ts'
import { isNamed, rings } from '../words/alarm-words.ts'
import { buildAlarmMail } from '../words/build-alarm-mail.ts'
import { buildPushMessage, topicOf } from '../words/build-push-message.ts'
import { buildCodeSms, buildSms } from '../words/build-sms.ts'
import { dropReason, quietEnd } from './drop-reason.ts'
import { padPayload } from './pad-payload.ts'
import { pushLifetime } from './push-lifetime.ts'
import { isToService, sendToService } from './send-to-service.ts'

const REASON_LENGTH = 160

/** `dropped`: no longer wanted. `held`: waits for the end of quiet hours. The others are what a push service answers. */
export type SendOutcome =
  | PushOutcome
  | { outcome: 'dropped'; reason: string }
  | { outcome: 'held'; until: number; reason: string }

export type SendDeps = Pick<
  Deps,
  'database' | 'clock' | 'ids' | 'config' | 'mailer' | 'push' | 'sms' | 'secrets' | 'safeFetch'
>

/**
 * Sends one delivery with its current wording, unless later events made it pointless. In quiet
 * hours a push or a chat comes silently; mail, SMS and webhooks cannot, so they wait.
 */
export async function sendDelivery(
  deps: SendDeps,
  planned: DeliveryToSend,
  options: SendOptions = {},
): Promise<SendOutcome> {
  const now = deps.clock.now()
  const reason = dropReason(planned, now)
  if (reason) return { outcome: 'dropped', reason }
  const delivery = planned.named === null ? planned : await withSilent(deps, planned)
  const until = quietEnd(delivery, now)
  const isQuietThere = until !== undefined
  if (delivery.channel === 'push') return sendPush(deps, delivery, { isQuietThere, ...options })
  if (isToService(delivery) && delivery.channel !== 'webhook')
    return sendToService(deps, delivery, { isQuietThere, ...options })
  if (until !== undefined) return { outcome: 'held', until, reason: 'quiet hours' }
  if (isToService(delivery)) return sendToService(deps, delivery, { isQuietThere, ...options })
  return delivery.channel === 'email' ? sendMail(deps, delivery, options) : sendSms(deps, delivery, options)
}

async function withSilent({ database }: SendDeps, delivery: DeliveryToSend) {
  return { ...delivery, together: await readStillSilent(database.db, delivery) }
}

async function sendPush(
  { database, clock, config, push, secrets }: SendDeps,
  delivery: DeliveryToSend,
  { isQuietThere, ...options }: SendOptions & { isQuietThere: boolean },
) {
  const nowMs = clock.now()
  const openAlarms = await countOpenAlarms(database.db, delivery.account_id, nowMs)
  const message = buildPushMessage(delivery, {
    openAlarms,
    nowMs,
    site: siteOf(config, delivery.site_host),
    isQuietThere,
    receipt: receiptOf(secrets, delivery.id),
  })
  return push.send(subscriptionOf(delivery.address), padPayload(JSON.stringify(message)), {
    urgency: isUrgent(delivery) && !isQuietThere ? 'high' : 'normal',
    topic: topicOf(delivery),
    ttlSeconds: pushLifetime(delivery),
    ...options,
  })
}

const isUrgent = (delivery: DeliveryToSend) =>
  delivery.stage === 'test' || (delivery.stage === 'rang' && rings(delivery) && !isNamed(delivery))

async function sendMail(deps: SendDeps, delivery: DeliveryToSend, options: SendOptions): Promise<SendOutcome> {
  // when a row is sent again as news, it is a different mail
  const messageId = messageIdOf(deps, 'delivery', delivery.id, delivery.created_at)
  try {
    const words = buildAlarmMail(delivery, siteOf(deps.config, delivery.site_host))
    await deps.mailer.send({ to: delivery.address, ...words, messageId }, options)
    return { outcome: 'delivered' }
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, REASON_LENGTH)
    if (error instanceof MailRefused) return { outcome: 'refused', reason }
    return { outcome: 'failed', reason, ...(error instanceof MailServerSilent ? { isSilent: true } : {}) }
  }
}

async function sendSms(deps: SendDeps, delivery: DeliveryToSend, options: SendOptions): Promise<SendOutcome> {
  const site = siteOf(deps.config, delivery.site_host)
  if (delivery.stage !== 'code') return sendText(deps, delivery, buildSms(delivery, site), options)
  // generated only when it is sent, so that it is never stored in the clear
  const { code, takeBack } = await makeCode(deps, delivery.notification_id)
  const result = await sendText(deps, delivery, buildCodeSms(delivery, code, site), options)
  // whoever waits for it may still have the earlier one
  if (result.outcome !== 'delivered') await takeBack()
  return result
}

function sendText(deps: SendDeps, delivery: DeliveryToSend, text: string, options: SendOptions): Promise<SendOutcome> {
  // with different text, such as a new code, it is a different SMS
  const reference = referenceOf(deps, 'sms', delivery.id, delivery.created_at, text)
  return deps.sms.send({ to: delivery.address, text, reference }, options)
}
