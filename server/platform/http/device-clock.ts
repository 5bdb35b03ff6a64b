import type { Context } from 'hono'
import { DAY_MS } from '#domain/platform/durations.ts'
import { momentMs } from '#domain/platform/moment.ts'

/** What the network takes is no fault of a clock. */
const TOLERATED_MS = 60_000
/** A clock that was reset says 1970; what is further off is none. */
const WRONG_AT_MOST_MS = 100 * 365 * DAY_MS

/** By how much the clock of the device that asks is behind ours, in ms: negative where it is ahead, 0 where it is right, does not say, or says nothing a clock could. */
export function clockBehind(c: Context, nowMs: number): number {
  const told = momentMs(c.req.header('Device-Time') ?? '')
  const behind = told === undefined ? 0 : nowMs - told
  return Math.abs(behind) < TOLERATED_MS || Math.abs(behind) > WRONG_AT_MOST_MS ? 0 : behind
}
