import { forgetOldest } from '../../runtime/forget-oldest.ts'
import { AppError } from '../app-error.ts'

/** Counts tries by key; the one too many throws 429 `too_many_requests` with the seconds to wait. */
export type RateLimit = {
  consume(key: string): Promise<void>
  /** Takes one try back: it was none. */
  giveBack(key: string): Promise<void>
  /** Takes all tries back. */
  forgive(key: string): Promise<void>
}

type Window = { tries: number; endsAt: number }

/** About 10 MB: a million addresses must not cost more, and to be forgotten early somebody needs as many. */
const KEYS_MAXIMUM = 100_000

/**
 * `points` tries a key in `durationSeconds` from the first one on. `now`: monotonic milliseconds, which no change of the
 * clock touches. Of more than `keysMaximum` keys at a time those that began first are forgotten.
 */
export function createRateLimit(
  points: number,
  durationSeconds: number,
  { now = () => performance.now(), keysMaximum = KEYS_MAXIMUM } = {},
): RateLimit {
  // all windows are as long, so that they end in the order in which they stand here
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

export const tooMany = (ms: number) =>
  new AppError(429, 'too_many_requests', { retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) })
