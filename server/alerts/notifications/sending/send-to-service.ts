import { isService, type ServiceType } from '#domain/alerts/notification.ts'
import type { Deps } from '../../../deps.ts'
import { callService, type ServiceCall } from '../../../platform/adapters/call-service.ts'
import { matrixCall } from '../../../platform/adapters/matrix.ts'
import { referenceOf } from '../../../platform/adapters/message-id.ts'
import { ntfyCall } from '../../../platform/adapters/ntfy.ts'
import { webhookCall } from '../../../platform/adapters/signed-webhook.ts'
import { telegramCall } from '../../../platform/adapters/telegram.ts'
import type { PushOutcome } from '../../../platform/adapters/web-push.ts'
import { siteOf } from '../../../platform/http/site-address.ts'
import type { SendOptions } from '../../../platform/loops/last-steps.ts'
import { openToken } from '../seal-token.ts'
import { type DeliveryToSend, selectTelling } from '../sending-queries.ts'
import { matrixRoomOf } from '../service-address.ts'
import { keepWebhookMessage } from '../webhook-queries.ts'
import { rings } from '../words/alarm-words.ts'
import { buildWebhook } from '../words/build-webhook.ts'
import { chatText, chatWords } from '../words/chat-words.ts'

export type ServiceDeps = Pick<Deps, 'database' | 'clock' | 'config' | 'secrets' | 'safeFetch'>

type ToService = DeliveryToSend & { channel: ServiceType }
export const isToService = (delivery: DeliveryToSend): delivery is ToService => isService(delivery.channel)

/** Sends one delivery through the service of its channel; silently in quiet hours. */
export async function sendToService(
  deps: ServiceDeps,
  delivery: ToService,
  { isQuietThere, ...options }: SendOptions & { isQuietThere: boolean },
): Promise<PushOutcome> {
  const token = openToken(deps, delivery.token_sealed)
  // sealed with another key, or never given
  if (token === undefined && (delivery.token_sealed !== null || delivery.channel !== 'ntfy'))
    return { outcome: 'refused', reason: 'token_refused' }
  const call = await callOf(deps, delivery, { token, isQuietThere })
  return callService(deps.safeFetch, call, { nowMs: deps.clock.now(), ...options })
}

async function callOf(
  deps: ServiceDeps,
  delivery: ToService,
  { token = '', isQuietThere }: { token: string | undefined; isQuietThere: boolean },
): Promise<ServiceCall> {
  const { clock, config } = deps
  const { address, channel } = delivery
  const { origin } = siteOf(config, delivery.site_host)
  // when a row is sent again as news, it is a different message
  const reference = referenceOf(deps, channel, delivery.id, delivery.created_at)
  if (channel === 'webhook') {
    const wanted = { id: reference, body: buildWebhook(delivery, origin) }
    const message = await keepWebhookMessage(deps.database.db, delivery, wanted)
    return webhookCall(address, token, message, clock.now())
  }
  const words = chatWords(delivery, origin)
  const isSilent = isQuietThere || !isLoud(delivery)
  if (channel === 'telegram') {
    const place = { url: config.telegramUrl, token, chat: address }
    return telegramCall(place, { text: chatText(words), isSilent })
  }
  if (channel === 'matrix') {
    const message = { text: chatText(words), isSilent, transactionId: reference }
    return matrixCall({ ...matrixRoomOf(address), token }, message)
  }
  return ntfyCall(address, token || undefined, {
    title: words.title,
    message: words.body,
    priority: isSilent ? 2 : delivery.alarm_id === null ? 3 : 5,
    tags: [isWarning(delivery) ? 'rotating_light' : 'bee'],
    click: words.link,
    // "over" replaces what rang
    sequenceId: delivery.stage === 'closed' ? await referenceOfTelling(deps, delivery, reference) : reference,
  })
}

const isWarning = ({ stage }: DeliveryToSend) => stage === 'told' || stage === 'rang' || stage === 'confirmed'

async function referenceOfTelling(deps: ServiceDeps, delivery: DeliveryToSend, otherwise: string): Promise<string> {
  const told = await selectTelling(deps.database.db, delivery)
  return told ? referenceOf(deps, delivery.channel, told.id, told.created_at) : otherwise
}

const isLoud = (delivery: DeliveryToSend): boolean =>
  delivery.alarm_id === null || (delivery.stage === 'rang' && rings(delivery))
