const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const PAUSES_MS = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR]
/** How long a delivery is attempted. */
const TRIED_FOR_MS = 24 * HOUR

/**
 * When to try again after the `attempts`-th failure (1 is the first), in epoch ms. Undefined if that is after `until`, by default
 * a day after the delivery was created. A requested pause counts up to our longest one; beyond that, the delivery would be given up.
 */
export function nextTry(
  delivery: { createdAt: number; attempts: number; until?: number },
  nowMs: number,
  retryAfterMs = 0,
): number | undefined {
  const pause = PAUSES_MS[Math.min(delivery.attempts, PAUSES_MS.length) - 1]!
  const at = nowMs + Math.max(pause, Math.min(retryAfterMs, PAUSES_MS.at(-1)!))
  return at <= (delivery.until ?? delivery.createdAt + TRIED_FOR_MS) ? at : undefined
}
