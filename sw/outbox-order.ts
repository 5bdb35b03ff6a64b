import { HOUR_MS, MINUTE_MS } from '#domain/platform/durations.ts'
import type { OutboxChange } from '#domain/platform/worker-message.ts'
import type { OutboxRow } from './open-store.ts'

const SHORTEST_PAUSE_MS = MINUTE_MS / 4
const LONGEST_PAUSE_MS = 4 * HOUR_MS

/** How long a change is paused after the server failed on it `times` times, in ms; `asked`: the delay the server asked for, in seconds. */
export function pauseAfter(times: number, asked = 0): number {
  const pause = SHORTEST_PAUSE_MS * 2 ** Math.min(times - 1, 20)
  return Math.min(LONGEST_PAUSE_MS, Math.max(pause, asked * 1000))
}

/** The things a change is about: of changes that share one, the earlier is sent first. */
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
  // one scale may take the channel that another one has left
  const moves = field('channelId') !== undefined || field('state') !== undefined
  return moves ? [pathname, 'channels'] : [pathname]
}

/**
 * Returns the change to send next at `now` (epoch ms), from rows in the order they were made: those that the server failed on are paused,
 * those without an answer come after those never tried, and no change overtakes an earlier one about the same thing.
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

/** A clock that was set back must not make a change wait longer than the longest pause. */
function rests({ failed }: OutboxRow, now: number): boolean {
  return failed !== undefined && failed.retryAt > now && failed.retryAt - now <= LONGEST_PAUSE_MS
}
