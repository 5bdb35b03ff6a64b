import { FORWARDING_INTERVAL_SECONDS } from '#domain/exchange/forwarding.ts'
import { MINUTE_MS } from '#domain/platform/durations.ts'

const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS]
const LONGEST_PAUSE_MS = 24 * 60 * MINUTE_MS

/** After this many failures in a row the owner is shown that it fails. */
export const FAILING_AFTER = PAUSES_MS.length

/** How long to wait (ms) after the `failures`-th failure in a row (1 is the first): longer and longer, eventually an hour. */
export function pauseAfter(failures: number, retryAfterMs = 0): number {
  const pause = PAUSES_MS[failures - 1] ?? FORWARDING_INTERVAL_SECONDS * 1000
  return Math.min(Math.max(pause, retryAfterMs), LONGEST_PAUSE_MS)
}
