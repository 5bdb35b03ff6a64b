import type { Transaction } from 'kysely'
import type { SubscriptionTerm } from '#domain/shop/subscription.ts'
import { closeSubscriptionAlarms } from '../../alerts/alarms/transmitters/close-subscription-alarms.ts'
import type { Deps } from '../../deps.ts'
import type { Tables } from '../../store/tables.ts'
import { issueOrderKeys } from './issue-order-keys.ts'
import { type RedemptionRow, selectSubscription } from './order-key-queries.ts'
import { redeemOrderKey } from './redeem-order-key.ts'

/**
 * Extends a transmitter's subscription as if its owner redeemed a new key at once, in the caller's transaction. Returns undefined, and writes
 * nothing, if the transmitter no longer belongs to `accountId` or its subscription has no end.
 */
export async function grantSubscription(
  within: Transaction<Tables>,
  deps: Pick<Deps, 'database' | 'config' | 'clock' | 'ids' | 'secrets'>,
  grant: { controllerId: number; accountId: number | null; term: SubscriptionTerm; source: string; orderId: number },
): Promise<RedemptionRow | undefined> {
  const { controllerId, accountId, term, source, orderId } = grant
  const subscription = await selectSubscription(within, controllerId)
  const isOwn = accountId !== null && subscription?.owner_id === accountId
  if (!deps.config.subscriptions || !isOwn || subscription.subscription_ends_at === null) return undefined
  const [key] = await issueOrderKeys(deps, { term, count: 1, uses: 1, source, expiresAt: null, orderId }, { within })
  const redeemed = await redeemOrderKey(within, deps, { key: key!, controllerId, accountId })
  await closeSubscriptionAlarms(within, controllerId, deps.clock.now())
  return redeemed
}
