import { defaultTemplates, type ForwardingContent, rawBody } from '#domain/exchange/forwarding.ts'
import { parseTemplate, renderTemplate } from '#domain/exchange/forwarding-template.ts'
import { offsetOf } from '#domain/hives/local-midnight.ts'
import { defined } from '#domain/platform/defined.ts'
import { HOUR_SECONDS } from '#domain/platform/durations.ts'
import type { Deps } from '../../deps.ts'
import { messageIdOf } from '../../platform/adapters/message-id.ts'
import { readRetryAfter } from '../../platform/loops/retry-after.ts'
import { type Failure, failureOf } from './forwarding-failure.ts'
import type { ForwardingRow } from './forwarding-queries.ts'
import { openFtpAddress } from './read-address.ts'
import { SEALED_PASSWORD } from './seal-password.ts'

const FILE_NAME_MAXIMUM = 120
const NOT_IN_A_FILE_NAME = /[\p{Cc}\p{Cf}\\/:*?"<>|]/gu
const EXTENSION = /(\.[^.]*)?$/
const TOO_MANY_REQUESTS = 429
const REQUEST_TIMEOUT = 408

export type SendDeps = Pick<Deps, 'mailer' | 'secrets' | 'config' | 'safeFetch' | 'ftp' | 'logger' | 'clock'>
export type SendOutcome = { outcome: 'sent' } | Failure
/** `key` is the same for every try of a message. When `signal` fires, sending ends at once, and the message may or may not have been sent. */
export type Sending = { key: string; isTest: boolean; signal?: AbortSignal | undefined }

/** Sends one message to its destination. Never rejects. */
export async function sendForwarding(
  deps: SendDeps,
  forwarding: ForwardingRow,
  content: ForwardingContent,
  sending: Sending,
): Promise<SendOutcome> {
  try {
    return await send[forwarding.target](deps, forwarding, content, sending)
  } catch (error) {
    const failure = failureOf(error)
    if (failure.error === 'internal') deps.logger.error({ err: error, forwarding: forwarding.id }, 'forwarding failed')
    return failure
  }
}

type Send = (
  deps: SendDeps,
  forwarding: ForwardingRow,
  content: ForwardingContent,
  sending: Sending,
) => Promise<SendOutcome>

const sendRaw: Send = async ({ safeFetch, clock }, { address }, content, { key, isTest, signal }) => {
  const body = Buffer.from(JSON.stringify(rawBody(content, isTest)))
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    'Idempotency-Key': key,
    'User-Agent': 'HiveWatch',
  }
  const { status, headers: answered } = await safeFetch.post(address, { headers, body, signal })
  if (status >= 200 && status < 300) return { outcome: 'sent' }
  if (status >= 300 && status < 400) return { outcome: 'refused', error: 'redirect' }
  const isPassing = status >= 500 || status === TOO_MANY_REQUESTS || status === REQUEST_TIMEOUT
  return {
    outcome: isPassing ? 'failed' : 'refused',
    error: 'http_status',
    detail: String(status),
    ...defined({ retryAfterMs: readRetryAfter(answered['retry-after'], clock.now()) }),
  }
}

const sendCapaz: Send = async ({ mailer, secrets, config }, forwarding, content, { key, signal }) => {
  if (!mailer.available) return { outcome: 'refused', error: 'mail_unavailable' }
  const { title, text } = write(forwarding, 'capaz', content)
  try {
    const messageId = messageIdOf({ secrets, config }, 'forwarding', key)
    await mailer.send({ to: forwarding.address, subject: title.replace(/\p{Cc}/gu, ' '), text, messageId }, { signal })
    return { outcome: 'sent' }
  } catch (error) {
    const failure = failureOf(error)
    return failure.outcome === 'refused' ? failure : { ...failure, error: 'mail_failed' }
  }
}

const sendTrachtnet: Send = async ({ ftp, secrets }, forwarding, content, { signal }) => {
  const sealed = forwarding.sealed_password
  const password = sealed === null ? '' : secrets.open(sealed, SEALED_PASSWORD)
  if (password === undefined) return { outcome: 'refused', error: 'password_lost' }
  const { title, text } = write(forwarding, 'trachtnet', content)
  const earlier = (seconds: number) => write(forwarding, 'trachtnet', takenEarlier(content, seconds)).title
  const isTaken = isHourAgain(content) && title === earlier(HOUR_SECONDS) && title !== earlier(2 * HOUR_SECONDS)
  const file = { name: fileName(isTaken ? title.replace(EXTENSION, '_2$&') : title), content: Buffer.from(text) }
  await ftp.upload(openFtpAddress(forwarding.address, password), file, { signal })
  return { outcome: 'sent' }
}

const send = { raw: sendRaw, capaz: sendCapaz, trachtnet: sendTrachtnet }

function write(forwarding: ForwardingRow, target: 'capaz' | 'trachtnet', content: ForwardingContent) {
  const fallback = defaultTemplates[target]
  const render = (template: string, kind: 'title' | 'text') => {
    const read = parseTemplate(template, kind)
    if ('issues' in read) throw new Error('a stored template has a fault')
    return renderTemplate(read.template, content)
  }
  return {
    title: render(forwarding.title ?? fallback.title, 'title'),
    text: render(forwarding.template ?? fallback.template, 'text'),
  }
}

/**
 * Whether the newest reading's local time has already been once, an hour before, as in the hour that comes twice in autumn: a file named by it would
 * replace the one of that hour.
 */
function isHourAgain({ readings, zone }: ForwardingContent): boolean {
  const newest = readings.at(-1)!.time
  const offsetAt = offsetOf(zone)
  return offsetAt(newest - HOUR_SECONDS) - offsetAt(newest) === HOUR_SECONDS
}

const takenEarlier = (content: ForwardingContent, seconds: number): ForwardingContent => ({
  ...content,
  readings: content.readings.map((reading) => ({ ...reading, time: reading.time - seconds })),
})

/** A file name that stays in its folder on every system. */
export function fileName(title: string): string {
  const name = title
    .replace(NOT_IN_A_FILE_NAME, '_')
    .replace(/^[.\s]+/, '')
    .trim()
    .slice(-FILE_NAME_MAXIMUM)
  return name === '' ? 'readings.csv' : name
}
