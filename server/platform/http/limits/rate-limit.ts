import { forgetOldest } from '../../runtime/forget-oldest.ts'
import { AppError } from '../app-error.ts'

/** Counts attempts by key; one too many throws 429 `too_many_requests` with the seconds to wait. */
export type RateLimit = {
  consume(key: string): Promise<void>
  /** Takes one attempt back. */
  giveBack(key: string): Promise<void>
  /** Takes all attempts back. */
  forgive(key: string): Promise<void>
}

type Window = { tries: number; endsAt: number }

/** About 10 MB: somebody with a million addresses must not cost more memory, and needs that many to have their attempts forgotten early. */
const KEYS_MAXIMUM = 100_000

/**
 * Allows `points` attempts per key within `durationSeconds` of the first one. `now`: monotonic milliseconds, unaffected by clock
 * changes. Beyond `keysMaximum` keys, the ones that began first are forgotten.
 */
export function createRateLimit(
  points: number,
  durationSeconds: number,
  { now = () => performance.now(), keysMaximum = KEYS_MAXIMUM } = {},
): RateLimit {
  // all windows have the same length, so they end in insertion order
  const windows = new Map<string, Window>()
  let sweptAt = now()

  function forgetEnded(): void {
    if (now() - sweptAt < durationSeconds * 1000) return
    sweptAt = now()
    for (const [key, { endsAt }] of windows) {
      if (endsAt > now()) return
      windows.delete(key)
    }
  }

  function windowOf(key: string): Window | undefined {
    const window = windows.get(key)
    if (window && window.endsAt > now()) return window
    windows.delete(key)
    return undefined
  }

  return {
    async consume(key) {
      forgetEnded()
      const window = windowOf(key)
      if (!window) {
        forgetOldest(windows, keysMaximum)
        windows.set(key, { tries: 1, endsAt: now() + durationSeconds * 1000 })
      } else if (window.tries >= points) {
        throw tooMany(window.endsAt - now())
      } else {
        window.tries++
      }
    },
    async giveBack(key) {
      const window = windowOf(key)
      if (window && window.tries > 0) window.tries--
    },
    async forgive(key) {
      windows.delete(key)
    },
  }
}

/** Consumes an attempt, and returns false instead of throwing if there is none left. */
export const hasRoom = (limit: RateLimit, key: string): Promise<boolean> =>
  limit.consume(key).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false
      throw error
    },
  )

export const tooMany = (ms: number) =>
  new AppError(429, 'too_many_requests', { retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) })
