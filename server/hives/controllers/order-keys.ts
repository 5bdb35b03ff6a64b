import type { Transaction } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Tables } from '../../store/tables.ts'

/** What claiming a transmitter can do with an order key; the keys themselves belong to the subscriptions. */
export type OrderKeys = {
  /** Runs a redemption for an account at an address. Throws 429 if either named too many wrong keys within the hour. */
  tries<Result>(who: { accountId: number; address: string }, redeem: () => Promise<Result>): Promise<Result>
  /** Extends the subscription in the caller's transaction; throws if the key cannot be redeemed. `ends_at` in epoch ms. */
  redeem(
    db: Transaction<Tables>,
    deps: Pick<Deps, 'config' | 'clock' | 'secrets'>,
    redemption: { key: string; controllerId: number; accountId: number },
  ): Promise<{ ends_at: number }>
}
