import { RateLimiterMemory } from 'rate-limiter-flexible'
import { AppError } from './app-error.ts'

/** Counts tries by key; the one too many throws 429 `too_many_requests` with the seconds to wait. */
export type RateLimit = {
  consume(key: string): Promise<void>
  /** Takes one try back: it was none. */
  giveBack(key: string): Promise<void>
  /** Takes all tries back. */
  forgive(key: string): Promise<void>
}

export function createRateLimit(points: number, durationSeconds: number): RateLimit {
  const limiter = new RateLimiterMemory({ points, duration: durationSeconds })
  return {
    async consume(key) {
      const state = await limiter.get(key)
      if (state && state.remainingPoints <= 0) throw tooMany(state.msBeforeNext)
      await limiter.consume(key).catch((refusal: { msBeforeNext: number }) => {
        throw tooMany(refusal.msBeforeNext)
      })
    },
    async giveBack(key) {
      await limiter.reward(key, 1)
    },
    async forgive(key) {
      await limiter.delete(key)
    },
  }
}

const tooMany = (ms: number) =>
  new AppError(429, 'too_many_requests', { retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) })
