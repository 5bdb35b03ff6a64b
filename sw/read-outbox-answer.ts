import type { OutboxChange, Rejection } from '#domain/platform/worker-message.ts'

/** The server's response to a change. `unanswered`: the outcome is unknown; `failed`: not now, `retryAfter` in seconds; `held`: nothing can be sent now. */
export type OutboxAnswer =
  | { is: 'sent'; reply: unknown }
  | { is: 'rejected'; rejection: Rejection }
  | { is: 'failed'; trouble: Rejection; retryAfter: number; isBusy: boolean }
  | { is: 'unanswered' | 'held' }

/** Timeout, too early, and a network that requires a sign-in: no server has processed the change. */
const unseen = new Set([408, 425, 511])

/** Reads the response to a change. If it is not JSON, it came from something in between, such as the sign-in page of a guest network. */
export async function readOutboxAnswer(change: OutboxChange, response: Response): Promise<OutboxAnswer> {
  const { status, ok, headers } = response
  if (unseen.has(status)) return { is: 'unanswered' }
  const reply = headers.get('Content-Type')?.includes('json') ? await response.json() : undefined
  const told = { status, code: fieldOf(reply, 'code'), message: fieldOf(reply, 'message') }
  if (status >= 500 || (status === 429 && reply)) {
    const retryAfter = Number(headers.get('Retry-After')) || 0
    return { is: 'failed', trouble: told, retryAfter, isBusy: status === 429 }
  }
  if (reply === undefined) return { is: 'unanswered' }
  if (status === 401) return { is: 'held' }
  return ok || wasDoneBefore(change, told) ? { is: 'sent', reply } : { is: 'rejected', rejection: told }
}

/** Whether the change arrived before but we never got the answer: already deleted, no differences, or this device is known. */
function wasDoneBefore({ method, path }: OutboxChange, { status, code }: Rejection): boolean {
  if (method === 'DELETE' && status === 404) return true
  return code === 'no_changes' || (path === '/api/notification' && code === 'combination_exists')
}

function fieldOf(reply: unknown, name: string): string {
  const value = reply && typeof reply === 'object' ? Reflect.get(reply, name) : undefined
  return typeof value === 'string' ? value : ''
}
