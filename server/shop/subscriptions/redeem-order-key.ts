import type { Transaction } from 'kysely'
import { parseOrderKey } from '#domain/shop/order-key.ts'
import { extraDays } from '#domain/shop/quantity-discount.ts'
import { endsTooLate, renewedEnd } from '#domain/shop/subscription.ts'
import { swissYear, swissYearBegin } from '#domain/shop/swiss-period.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Tables } from '../../store/tables.ts'
import { currentShopConfig } from '../shop-config/read-shop-config.ts'
import { hashOrderKey } from './issue-order-keys.ts'
import {
  giveUseBack,
  holdSubscriptionsBeside,
  insertRedemption,
  type RedemptionRow,
  selectExtraDaysSince,
  selectOrderKey,
  selectRenewalFrom,
  setSubscriptionEnd,
  takeUse,
} from './order-key-queries.ts'

/**
 * Takes one use of an order key and extends the subscription of a transmitter that has an owner, in the caller's transaction: a rollback gives
 * the use back. Throws 400 `order_key_invalid`, 409 `order_key_used_up` or `order_key_revoked` for a key that was once valid, 409
 * `subscription_endless` if the subscription has no end, `subscription_too_long` beyond the year 9999. With `endBefore` (epoch ms), a repetition
 * takes no use and returns the first redemption.
 */
export async function redeemOrderKey(
  db: Transaction<Tables>,
  { config, clock, secrets }: Pick<Deps, 'config' | 'clock' | 'secrets'>,
  {
    key,
    controllerId,
    accountId,
    endBefore,
  }: { key: string; controllerId: number; accountId: number; endBefore?: number | undefined },
): Promise<RedemptionRow & { isRepeated: boolean }> {
  if (!config.subscriptions) throw new AppError(409, 'subscription_endless')
  const now = clock.now()
  const parsed = parseOrderKey(key)
  if (!parsed) throw new AppError(400, 'order_key_invalid')
  const keyHash = hashOrderKey(secrets, parsed)
  // this holds the key, so that a repetition that comes at the same time waits here for the first request
  const taken = await takeUse(db, keyHash, now)
  const known = await selectOrderKey(db, keyHash)
  const first =
    known && endBefore !== undefined
      ? await selectRenewalFrom(db, { keyId: known.id, controllerId, accountId, endBefore })
      : undefined
  if (first) {
    if (taken) await giveUseBack(db, taken.id)
    return { ...first, isRepeated: true }
  }
  if (!taken) {
    if (!known) throw new AppError(400, 'order_key_invalid')
    const isRevoked = known.revoked_at !== null && known.uses_left > 0
    throw new AppError(409, isRevoked ? 'order_key_revoked' : 'order_key_used_up')
  }
  const ofOwner = await holdSubscriptionsBeside(db, controllerId)
  const renewed = ofOwner.find(({ id }) => id === controllerId)
  if (!renewed || renewed.owner_id === null) throw new AppError(404, 'controller_not_found')
  const { owner_id, subscription_ends_at: endsBefore } = renewed
  if (endsBefore === null) throw new AppError(409, 'subscription_endless')

  const term = { years: taken.term_years, days: taken.term_days }
  const isRunning = (endsAt: number | null) => endsAt === null || endsAt > now
  const shop = await currentShopConfig(db)
  const extra = extraDays(shop.config.quantityDiscount, {
    others: ofOwner.filter(({ id, subscription_ends_at }) => id !== controllerId && isRunning(subscription_ends_at))
      .length,
    term,
    grantedThisYear: await selectExtraDaysSince(db, owner_id, swissYearBegin(swissYear(now))),
  })
  const endsAt = renewedEnd(endsBefore, now, { years: term.years, days: term.days + extra })
  if (endsTooLate(endsAt)) throw new AppError(409, 'subscription_too_long')
  await setSubscriptionEnd(db, controllerId, endsAt)
  const redemption = await insertRedemption(db, {
    order_key_id: taken.id,
    controller_id: controllerId,
    account_id: accountId,
    owner_id,
    redeemed_at: now,
    term_years: term.years,
    term_days: term.days,
    extra_days: extra,
    end_before: endsBefore,
    ends_at: endsAt,
  })
  return { ...redemption, isRepeated: false }
}
