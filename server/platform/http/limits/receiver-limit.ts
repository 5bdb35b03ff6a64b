import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { createRateLimit, hasRoom, tooMany } from './rate-limit.ts'

/** Limits what is sent to one mailbox or phone in a day, across all accounts. Throws 429. */
export type ReceiverLimit = { consume(accountId: number, receiver: string): Promise<void> }

/**
 * So that nobody is flooded, as many accounts (`first`) may have something sent to a receiver, and as often it is sent `again`. One account cannot use up both,
 * and keep the owner from getting theirs.
 */
export function createReceiverLimit({ first, again }: { first: number; again: number }): ReceiverLimit {
  const byPair = createRateLimit(1, DAY_SECONDS)
  const firstTo = createRateLimit(first, DAY_SECONDS)
  const againTo = createRateLimit(again, DAY_SECONDS)
  return {
    async consume(accountId, receiver) {
      const pair = `${accountId} ${receiver}`
      if (!(await hasRoom(byPair, pair))) return againTo.consume(receiver)
      if (await hasRoom(firstTo, receiver)) return
      await byPair.giveBack(pair)
      throw tooMany(DAY_SECONDS * 1000)
    },
  }
}
