import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import { AppError } from '../app-error.ts'

/** Who guesses, from where, and at what, if that is known before the guess is right. */
export type Guesser = { accountId: number; address: string; subject?: string }

/** Runs a guess, unless there were too many wrong ones: then throws 429 `too_many_requests`. */
export type GuessLimit = <Result>(who: Guesser, guess: () => Promise<Result>) => Promise<Result>

type Bound = { wrong: number; withinSeconds: number }

/**
 * Slows down guessing without locking others out. An account's limits apply to whoever made the wrong guesses. The others count what many
 * accounts do together, and apply only to accounts with `forgiven` wrong guesses of their own: those who are right at once, or
 * wrong just once, are never refused because of others.
 */
export function createGuessLimit(bounds: {
  /** The error codes of a wrong guess; any other answer does not count as one. */
  wrong: readonly ErrorCode[]
  forgiven: number
  account: Bound
  address: Bound
  /** Limits per subject: for one account, and for all together. */
  atSubject?: { account: Bound; all: Bound }
  everybody?: Bound
}): GuessLimit {
  const limiter = (bound: Bound | undefined) =>
    bound && new RateLimiterMemory({ points: bound.wrong, duration: bound.withinSeconds })
  const account = limiter(bounds.account)!
  const accountAtSubject = limiter(bounds.atSubject?.account)
  const address = limiter(bounds.address)!
  const subject = limiter(bounds.atSubject?.all)
  const everybody = limiter(bounds.everybody)
  const turns = createTurns()

  async function guarded<Result>(who: Guesser, guess: () => Promise<Result>): Promise<Result> {
    const self = String(who.accountId)
    const there = `${self} ${who.subject}`
    const own = await account.get(self)
    const ownThere = (await accountAtSubject?.get(there)) ?? null
    refuseFull(account, own)
    if (accountAtSubject) refuseFull(accountAtSubject, ownThere)
    if (wrongOf(own) >= bounds.forgiven) {
      refuseFull(address, await address.get(who.address))
      if (everybody) refuseFull(everybody, await everybody.get('all'))
    }
    if (subject && wrongOf(ownThere) >= bounds.forgiven) refuseFull(subject, await subject.get(who.subject ?? ''))

    const counted: [RateLimiterMemory | undefined, string][] = [
      [account, self],
      [accountAtSubject, there],
      [address, who.address],
      [subject, who.subject ?? ''],
      [everybody, 'all'],
    ]
    // counted before it is made, so that simultaneous guesses cannot exceed the limit
    await Promise.all(counted.map(([limit, key]) => limit?.penalty(key)))
    let isWrong = false
    try {
      return await guess()
    } catch (error) {
      isWrong = error instanceof AppError && bounds.wrong.includes(error.code)
      throw error
    } finally {
      if (!isWrong) await Promise.all(counted.map(([limit, key]) => limit?.reward(key)))
    }
  }

  return (who, guess) => turns(who.accountId, () => guarded(who, guess))
}

const wrongOf = (state: RateLimiterRes | null): number => state?.consumedPoints ?? 0

function refuseFull({ points }: RateLimiterMemory, state: RateLimiterRes | null): void {
  if (!state || state.consumedPoints < points) return
  const retryAfterSeconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000))
  throw new AppError(429, 'too_many_requests', { retryAfterSeconds })
}

/** Runs each account's guesses one after the other, so that fifty right ones at once do not count as fifty guesses. */
function createTurns() {
  const last = new Map<number, Promise<unknown>>()
  return <Result>(accountId: number, run: () => Promise<Result>): Promise<Result> => {
    const before = last.get(accountId) ?? Promise.resolve()
    const mine = before.then(run, run)
    last.set(accountId, mine)
    const forget = () => {
      if (last.get(accountId) === mine) last.delete(accountId)
    }
    mine.then(forget, forget)
    return mine
  }
}
