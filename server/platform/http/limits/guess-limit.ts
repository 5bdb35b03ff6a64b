import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import { AppError } from '../app-error.ts'

/** Who guesses, from where, and at what, where that is known before the guess is right. */
export type Guesser = { accountId: number; address: string; subject?: string }

/** Runs a guess, unless too many wrong ones were made: then 429 `too_many_requests`. */
export type GuessLimit = <Result>(who: Guesser, guess: () => Promise<Result>) => Promise<Result>

type Bound = { wrong: number; withinSeconds: number }

/**
 * Slows down who guesses without shutting others out. The bounds of an account hold for whoever made the wrong guesses.
 * The others count what many do together, and hold only for accounts with `forgiven` wrong guesses of their own: who is right
 * at once, or mistook themselves once, is never refused for what others did.
 */
export function createGuessLimit(bounds: {
  /** The codes of a wrong guess; whatever else is answered was none. */
  wrong: readonly ErrorCode[]
  forgiven: number
  account: Bound
  address: Bound
  /** Of one account, and of all, at one subject. */
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
    // counted before it is made, so that many at once are not more than one after the other
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

/** What one account asks runs one after the other: fifty right ones at once are not fifty guesses under way. */
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
