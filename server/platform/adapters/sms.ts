import { smsFit } from '#domain/alerts/sms-text.ts'
import { defined } from '#domain/platform/defined.ts'
import type { SmsSettings } from '../config/sms-settings.ts'
import type { SendOptions } from '../loops/last-steps.ts'
import { readRetryAfter } from '../loops/retry-after.ts'
import type { Clock } from '../runtime/clock.ts'
import { answerReason } from './answer-reason.ts'
import { createSafeFetch, networkReason, type SafeAnswer } from './safe-fetch.ts'

/**
 * `failed`: may be retried, after `retryAfterMs` if the gateway said so; `isSilent`: the gateway accepts nothing at all for now.
 * `refused`: this message will never be accepted.
 */
export type SmsOutcome =
  | { outcome: 'delivered' }
  | { outcome: 'failed'; reason: string; retryAfterMs?: number; isSilent?: true }
  | { outcome: 'refused'; reason: string }

export type Sms = { to: string; text: string; reference: string }

/** Sends texts that fit into one SMS to numbers in E.164. */
export type SmsGateway = {
  available: boolean
  /** `reference`: the same for every attempt of an SMS, so that a gateway that supports it sends it once. */
  send(sms: Sms, options?: SendOptions): Promise<SmsOutcome>
}

const TOO_MANY_REQUESTS = 429

/** The configured gateway; it belongs to the operator, so it may be on a private network. */
export function createSmsGateway(
  settings: SmsSettings | undefined,
  { clock, ...options }: { clock: Clock; timeoutMs?: number },
): SmsGateway {
  if (!settings) return { available: false, send: async () => refused('no SMS gateway is configured') }
  const fetch = createSafeFetch({ allowPrivate: true, ...options })
  return {
    available: true,
    async send(sms, options = {}) {
      if (!smsFit(sms.text).fits) return refused('too long for one SMS')
      const { url, headers, body } = smsRequest(settings, sms)
      try {
        const answer = body
          ? await fetch.post(url, { headers, body, ...options })
          : await fetch.get(url, { headers, ...options })
        return outcomeOf(answer, settings.expect, clock.now())
      } catch (error) {
        return { outcome: 'failed', reason: networkReason(error), isSilent: true }
      }
    },
  }
}

/** A call to the gateway with number, text and reference filled in, each encoded for its place. */
function smsRequest(settings: SmsSettings, { to, text, reference }: Sms) {
  const values: Record<string, string> = { to, digits: to.slice(1), text, reference }
  const fill = (template: string, encode: (value: string) => string) =>
    template.replace(/\{(to|digits|text|reference)\}/g, (_, name: string) => encode(values[name]!))
  const fillJson = (part: unknown): unknown => {
    if (typeof part === 'string') return fill(part, String)
    if (Array.isArray(part)) return part.map(fillJson)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, fillJson(value)]))
  }
  const url = new URL(fill(settings.url, encodeURIComponent))
  const { username, password } = url
  url.username = ''
  url.password = ''
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  const headers: Record<string, string | number> = {
    'Idempotency-Key': reference,
    ...(username ? { Authorization: `Basic ${credentials}` } : {}),
    ...Object.fromEntries(
      Object.entries(settings.headers).map(([name, value]) => [name, fill(value, encodeURIComponent)]),
    ),
  }
  if (!settings.body) return { url: url.href, headers, body: undefined }
  const isJson = 'json' in settings.body
  const body = Buffer.from(
    'json' in settings.body
      ? JSON.stringify(fillJson(settings.body.json))
      : fill(settings.body.form, encodeURIComponent),
  )
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded'
  return { url: url.href, headers: { 'Content-Type': type, 'Content-Length': body.length, ...headers }, body }
}

/** Problems with the message itself are permanent; credit, permissions and other problems of the gateway can be fixed. */
function outcomeOf({ status, headers, text }: SafeAnswer, expect: string | undefined, nowMs: number): SmsOutcome {
  const isTaken = status >= 200 && status < 300
  if (isTaken && (expect === undefined || text.includes(expect))) return { outcome: 'delivered' }
  const reason = answerReason({ status, text })
  if (isTaken || [400, 404, 413, 422].includes(status)) return refused(reason)
  return {
    outcome: 'failed',
    reason,
    ...defined({ retryAfterMs: readRetryAfter(headers['retry-after'], nowMs) }),
    ...(status === TOO_MANY_REQUESTS ? {} : { isSilent: true }),
  }
}

const refused = (reason: string): SmsOutcome => ({ outcome: 'refused', reason })
