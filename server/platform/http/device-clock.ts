import type { Context } from 'hono'
import { momentMs } from '#domain/platform/moment.ts'

/** What the network takes is no fault of a clock. */
const TOLERATED_MS = 60_000

/** By how much the clock of the device that asks is behind ours, in ms: negative where it is ahead, 0 where it is right or does not say. */
export function clockBehind(c: Context, nowMs: number): number {
  const told = momentMs(c.req.header('Device-Time') ?? '')
  const behind = told === undefined ? 0 : nowMs - told
  return Math.abs(behind) < TOLERATED_MS ? 0 : behind
}
