import type { ChannelFault } from '#domain/alerts/notification.ts'
import { defined } from '#domain/platform/defined.ts'
import type { SendOptions } from '../loops/last-steps.ts'
import { readRetryAfter } from '../loops/retry-after.ts'
import { answerReason } from './answer-reason.ts'
import { AddressNotAllowed } from './public-address.ts'
import { NO_ANSWER, networkReason, type SafeFetch } from './safe-fetch.ts'
import { NO_CONNECTION, type PushOutcome, SILENT } from './web-push.ts'

const TOO_MANY_REQUESTS = 429
const BUSY = 'service_busy' satisfies ChannelFault

export type ServiceCall = {
  method?: 'post' | 'put'
  url: string
  headers?: Record<string, string>
  body: string
  /** The meaning of a rejection, if the service says more than its status; `said` is its answer if that is JSON. */
  faultOf?(status: number, said: Said): ChannelFault | undefined
  /** Whether the service accepted the message, as a good status may also come from a page in between. */
  isTaken?(said: Said): boolean
  /** The call to make instead, once, if the service rejected this one because the place has moved. */
  movedTo?(said: Said): ServiceCall | undefined
  /** Retry after any rejection, since its cause may be fixed in the meantime. */
  triesOn?: boolean
}

export type Said = {
  ok?: unknown
  description?: unknown
  errcode?: unknown
  retry_after_ms?: unknown
  parameters?: { retry_after?: unknown; migrate_to_chat_id?: unknown } | undefined
}

/**
 * Posts JSON to a service that a user named, and judges its answer: 410 ends the channel; 408, 425, 429, 5xx and silence are worth
 * another try. The reason for a rejection is a `ChannelFault` if it is known.
 */
export async function callService(
  fetch: Pick<SafeFetch, 'post' | 'put'>,
  { method = 'post', url, headers = {}, body, faultOf, isTaken, movedTo, triesOn = false }: ServiceCall,
  { nowMs, ...options }: SendOptions & { nowMs: number },
): Promise<PushOutcome> {
  const bytes = Buffer.from(body)
  const sent = { 'Content-Type': 'application/json', 'Content-Length': bytes.length, 'User-Agent': 'HiveWatch' }
  try {
    const answer = await fetch[method](url, { headers: { ...sent, ...headers }, body: bytes, ...options })
    const { status } = answer
    const said = readSaid(answer.text)
    if (status >= 200 && status < 300) {
      return isTaken?.(said) === false ? { outcome: 'failed', reason: answerReason(answer) } : { outcome: 'delivered' }
    }
    const moved = movedTo?.(said)
    if (moved) {
      const { movedTo: _, ...once } = moved
      return callService(fetch, once, { nowMs, ...options })
    }
    if (status === 410) return { outcome: 'gone', status }
    const fault = faultOf?.(status, said)
    if (fault) return { outcome: 'refused', reason: fault }
    const reason = status === TOO_MANY_REQUESTS ? BUSY : answerReason(answer)
    if (!triesOn && status < 500 && ![408, 425, 429].includes(status)) return { outcome: 'refused', reason }
    const retryAfterMs = pauseOf(said) ?? readRetryAfter(answer.headers['retry-after'], nowMs)
    return { outcome: 'failed', reason, ...defined({ retryAfterMs }) }
  } catch (error) {
    const said = networkReason(error)
    const silence = error instanceof AddressNotAllowed ? {} : ({ isSilent: true } as const)
    return { outcome: 'failed', reason: said === NO_ANSWER ? SILENT : NO_CONNECTION, detail: said, ...silence }
  }
}

function readSaid(text: string): Said {
  try {
    const said: unknown = JSON.parse(text)
    return typeof said === 'object' && said !== null ? said : {}
  } catch {
    return {}
  }
}

/** The requested pause in ms: Telegram gives seconds, Matrix milliseconds. */
function pauseOf({ parameters, retry_after_ms: milliseconds }: Said): number | undefined {
  const seconds = parameters?.retry_after
  if (typeof seconds === 'number' && seconds >= 0) return seconds * 1000
  return typeof milliseconds === 'number' && milliseconds >= 0 ? milliseconds : undefined
}
