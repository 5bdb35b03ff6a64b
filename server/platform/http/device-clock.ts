import type { Context } from 'hono'
import { DAY_MS } from '#domain/platform/durations.ts'
import { momentMs } from '#domain/platform/moment.ts'

/** Network delay, not a wrong clock. */
const TOLERATED_MS = 60_000
/** A clock that was reset says 1970; anything further off is not a clock's time. */
const WRONG_AT_MOST_MS = 100 * 365 * DAY_MS

/** By how much the requesting device's clock is behind ours, in ms: negative if ahead; 0 if it is right, not sent, or implausible. */
export function clockBehind(c: Context, nowMs: number): number {
  const told = momentMs(c.req.header('Device-Time') ?? '')
  const behind = told === undefined ? 0 : nowMs - told
  return Math.abs(behind) < TOLERATED_MS || Math.abs(behind) > WRONG_AT_MOST_MS ? 0 : behind
}
