import { DAY_MS, MINUTE_MS } from './durations.ts'

/** What the server's clock and a device's showed at the same moment, in epoch ms. */
export type ClocksCompared = { server: number; device: number }

/**
 * Compares the clocks using the `Date` of an answer that was requested at `askedAt` and is here at `now` (epoch ms), no matter how long it
 * took. Returns undefined if it says no time, or if the device's clock was reset in the meantime.
 */
export function compareClocks(date: string | null, askedAt: number, now: number): ClocksCompared | undefined {
  const server = Date.parse(date ?? '')
  if (Number.isNaN(server) || now < askedAt) return undefined
  return { server, device: Math.min(Math.max(server, askedAt), now) }
}

/** Network delay, not a wrong clock. */
const TOLERATED_MS = MINUTE_MS
/** A clock that was reset says 1970; anything further off is not a clock's time. */
const WRONG_AT_MOST_MS = 100 * 365 * DAY_MS
/** No change waits longer for a network. */
const WAITS_AT_MOST_MS = 365 * DAY_MS

const believed = (behindMs: number): number =>
  Math.abs(behindMs) < TOLERATED_MS || Math.abs(behindMs) > WRONG_AT_MOST_MS ? 0 : behindMs

/**
 * By how much the clock that a change was made with is behind ours (`now`), in ms: negative if ahead, 0 if it is right or nothing plausible
 * is known. By the device's clock, the change was made at `madeAt` and sent at `sentAt`; `compared`: the last comparison before it was made.
 *
 * The clock may have been corrected or reset in between, so the change was made with the clock as it was when compared or as it is now,
 * whichever puts it between then and now; if both do, with the one that is wrong, since clocks are set right by a network. If neither does,
 * the clock was wrong in yet another way, and the change counts as made now.
 */
export function clockBehind(
  { sentAt, madeAt = sentAt, compared }: { sentAt: number; madeAt?: number; compared?: ClocksCompared },
  now: number,
): number {
  // our own clock may have been wrong when they were compared
  const known = compared && compared.server <= now + TOLERATED_MS ? compared : undefined
  const behindNow = believed(now - sentAt)
  const behindThen = known ? believed(known.server - known.device) : behindNow
  const earliest = known?.server ?? now - WAITS_AT_MOST_MS
  const isPossible = (behindMs: number) =>
    madeAt + behindMs >= earliest - TOLERATED_MS && madeAt + behindMs <= now + TOLERATED_MS
  const order = behindNow === 0 ? [behindThen, behindNow] : [behindNow, behindThen]
  return order.find(isPossible) ?? believed(now - madeAt)
}
