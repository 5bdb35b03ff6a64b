import webpush from 'web-push'
import type { ChannelFault, PushSubscription } from '#domain/alerts/notification.ts'
import { PUSH_PAYLOAD_MAXIMUM_BYTES } from '#domain/alerts/push-message.ts'
import { defined } from '#domain/platform/defined.ts'
import type { SendOptions } from '../loops/last-steps.ts'
import { readRetryAfter } from '../loops/retry-after.ts'
import type { Clock } from '../runtime/clock.ts'
import { answerReason } from './answer-reason.ts'
import { AddressNotAllowed } from './public-address.ts'
import { createSafeFetch, NO_ANSWER, networkReason, type SafeAnswer } from './safe-fetch.ts'
import { keepVapidKeys } from './vapid-keys.ts'

/**
 * `gone`: 404 or 410, the subscription has ended. `failed`: try again, after `retryAfterMs` if the service said so; `isSilent`:
 * there was no answer at all; `detail` is for the log only.
 */
export type PushOutcome =
  | { outcome: 'delivered' }
  | { outcome: 'gone'; status: number }
  | { outcome: 'failed'; reason: string; retryAfterMs?: number; detail?: string; isSilent?: true }
  | { outcome: 'refused'; reason: string }

/** Encrypts and sends one push message (RFC 8030, 8188, 8291, 8292). */
export type PushService = {
  publicKey: string
  send(
    subscription: PushSubscription,
    payload: string,
    options: { urgency: 'high' | 'normal'; topic: string; ttlSeconds: number } & SendOptions,
  ): Promise<PushOutcome>
}

const SIGNED_FOR_MS = 12 * 3600_000
const SIGN_AGAIN_AFTER_MS = 6 * 3600_000
const FALLBACK_SUBJECT = 'mailto:hivewatch@localhost.localdomain'
/** The same for an unknown name, a name that leads to a private network, and a closed port, so that nobody learns which it was. */
export const NO_CONNECTION = 'service_unreachable' satisfies ChannelFault
/** A service that was reached but did not answer. */
export const SILENT = 'service_silent' satisfies ChannelFault

/** Whether a signed header may still be used. One signed by a clock that ran ahead is valid for longer than push services allow, and they reject it. */
const isFresh = (signedAt: number, now: number) => now >= signedAt && now - signedAt < SIGN_AGAIN_AFTER_MS

/**
 * The push service of this server; its keys are created on the first start. Signing is the most expensive part of a message, so the
 * signed header is kept for a few hours per push service.
 */
export async function createPushService(options: {
  filesDir: string
  vapidSubject: string
  allowPrivateEndpoints: boolean
  clock: Clock
  timeoutMs?: number
}): Promise<PushService> {
  const { clock } = options
  const keys = await keepVapidKeys(options.filesDir)
  const subject = /^(mailto:|https:)/.test(options.vapidSubject) ? options.vapidSubject : FALLBACK_SUBJECT
  const fetch = createSafeFetch({
    allowPrivate: options.allowPrivateEndpoints,
    ...defined({ timeoutMs: options.timeoutMs }),
  })
  const signed = new Map<string, { authorization: string; signedAt: number }>()

  function authorizationFor(origin: string): string {
    const now = clock.now()
    const known = signed.get(origin)
    if (known && isFresh(known.signedAt, now)) return known.authorization
    const expires = Math.floor((now + SIGNED_FOR_MS) / 1000)
    const headers = webpush.getVapidHeaders(origin, subject, keys.publicKey, keys.privateKey, 'aes128gcm', expires)
    for (const [other, { signedAt }] of signed) if (!isFresh(signedAt, now)) signed.delete(other)
    signed.set(origin, { authorization: headers.Authorization, signedAt: now })
    return headers.Authorization
  }

  return {
    publicKey: keys.publicKey,
    async send(subscription, payload, { urgency, topic, ttlSeconds, ...options }) {
      if (Buffer.byteLength(payload) > PUSH_PAYLOAD_MAXIMUM_BYTES) return refused('message too long')
      let request: webpush.RequestDetails
      try {
        request = webpush.generateRequestDetails(
          { endpoint: subscription.endpoint, keys: subscription.keys },
          payload,
          { TTL: ttlSeconds, urgency, topic },
        )
      } catch (error) {
        return refused((error as Error).message)
      }
      const { origin } = new URL(subscription.endpoint)
      try {
        const headers = { ...request.headers, Authorization: authorizationFor(origin) }
        const answer = await fetch.post(subscription.endpoint, {
          headers,
          body: request.body ?? Buffer.alloc(0),
          ...options,
        })
        return outcomeOf(answer, clock.now())
      } catch (error) {
        const said = networkReason(error)
        const reason = said === NO_ANSWER ? SILENT : NO_CONNECTION
        const silence = error instanceof AddressNotAllowed ? {} : ({ isSilent: true } as const)
        return { outcome: 'failed', reason, detail: said, ...silence }
      }
    },
  }
}

const refused = (reason: string): PushOutcome => ({ outcome: 'refused', reason })

function outcomeOf({ status, headers, text }: SafeAnswer, now: number): PushOutcome {
  if (status >= 200 && status < 300) return { outcome: 'delivered' }
  if (status === 404 || status === 410) return { outcome: 'gone', status }
  const reason = answerReason({ status, text })
  if (status !== 429 && status < 500) return refused(reason)
  const retryAfterMs = readRetryAfter(headers['retry-after'], now)
  return { outcome: 'failed', reason, ...defined({ retryAfterMs }) }
}
