import type { Transaction } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Tables } from '../../store/tables.ts'

/** What can be done with an order key when a transmitter is claimed; keys are the subscriptions' own. */
export type OrderKeys = {
  /** Runs a redemption for somebody at an address, unless either named too many wrong keys within the hour: then 429. */
  tries<Result>(who: { accountId: number; address: string }, redeem: () => Promise<Result>): Promise<Result>
  /** Extends the subscription in the caller's transaction; throws where the key does not. `ends_at` in epoch ms. */
  redeem(
    db: Transaction<Tables>,
    deps: Pick<Deps, 'config' | 'clock' | 'secrets'>,
    redemption: { key: string; controllerId: number; accountId: number },
  ): Promise<{ ends_at: number }>
}
