import { HOUR_MS, MINUTE_MS } from '#domain/platform/durations.ts'
import type { OutboxChange } from '#domain/platform/worker-message.ts'
import type { OutboxRow } from './open-store.ts'

const SHORTEST_PAUSE_MS = MINUTE_MS / 4
const LONGEST_PAUSE_MS = 4 * HOUR_MS

/** How long a change rests that the server failed on `times` times, in ms; `asked`: what the server asked for, in seconds. */
export function pauseAfter(times: number, asked = 0): number {
  const pause = SHORTEST_PAUSE_MS * 2 ** Math.min(times - 1, 20)
  return Math.min(LONGEST_PAUSE_MS, Math.max(pause, asked * 1000))
}

/** What a change is about: of those that have something in common the earlier one is sent first. */
export function thingsOf({ id, path, body }: OutboxChange): string[] {
  const { pathname, searchParams } = new URL(path, 'https://outbox.invalid')
  const field = (name: string): unknown => (body && typeof body === 'object' ? Reflect.get(body, name) : undefined)
  if (pathname === '/api/intervention') return [`${pathname}/${field('id') ?? id}`]
  if (pathname === '/api/visit') return [`${pathname}/${field('id') ?? id}`]
  if (/^\/api\/notification\/(un)?mute$/.test(pathname)) {
    const type = searchParams.get('notificationType') ?? field('notificationType')
    return [`mute/${searchParams.get('idcontroller')}/${type}`]
  }
  if (pathname.startsWith('/api/push/')) return [id]
  // one scale takes the channel that another one left
  const moves = field('channelId') !== undefined || field('state') !== undefined
  return moves ? [pathname, 'channels'] : [pathname]
}

/**
 * The change that is sent next at `now` (epoch ms), of rows in the order in which they were made: those that the server fails on rest,
 * what got no answer goes behind what was never tried, and nothing overtakes an earlier change of the same thing.
 */
export function nextToSend(rows: readonly OutboxRow[], now: number): OutboxRow | undefined {
  const taken = new Set<string>()
  const ready = rows.filter((row) => {
    if (row.rejection !== null) return false
    const things = thingsOf(row.change)
    const isFirst = things.every((thing) => !taken.has(thing))
    for (const thing of things) taken.add(thing)
    return isFirst && !rests(row, now)
  })
  return ready.reduce<OutboxRow | undefined>(
    (first, row) => (first && (first.unanswered ?? 0) <= (row.unanswered ?? 0) ? first : row),
    undefined,
  )
}

/** A clock that was set back must not make it wait longer than ever asked for. */
function rests({ failed }: OutboxRow, now: number): boolean {
  return failed !== undefined && failed.retryAt > now && failed.retryAt - now <= LONGEST_PAUSE_MS
}
