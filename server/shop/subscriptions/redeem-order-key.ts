import type { Transaction } from 'kysely'
import { HOUR_MS } from '#domain/platform/durations.ts'
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
  selectRenewals,
  setSubscriptionEnd,
  takeUse,
} from './order-key-queries.ts'

/**
 * Takes one use of an order key and extends the subscription of a transmitter that has an owner, in the caller's transaction: a rollback gives
 * the use back. Throws 400 `order_key_invalid`, 409 `order_key_used_up` or `order_key_revoked` for a key that was once valid, 409
 * `subscription_endless` if the subscription has no end, `subscription_too_long` beyond the year 9999. With `endBefore` (epoch ms), a repetition
 * takes no use and returns the first redemption; with `asksIfRenewed`, 409 `order_key_just_used` if the account did the same within a day.
 */
export async function redeemOrderKey(
  db: Transaction<Tables>,
  { config, clock, secrets }: Pick<Deps, 'config' | 'clock' | 'secrets'>,
  {
    key,
    controllerId,
    accountId,
    endBefore,
    asksIfRenewed = false,
  }: {
    key: string
    controllerId: number
    accountId: number
    endBefore?: number | undefined
    asksIfRenewed?: boolean | undefined
  },
): Promise<RedemptionRow & { isRepeated: boolean }> {
  if (!config.subscriptions) throw new AppError(409, 'subscription_endless')
  const now = clock.now()
  const parsed = parseOrderKey(key)
  if (!parsed) throw new AppError(400, 'order_key_invalid')
  const keyHash = hashOrderKey(secrets, parsed)
  // this holds the key, so that a repetition that comes at the same time waits here for the first request
  const taken = await takeUse(db, keyHash, now)
  const known = await selectOrderKey(db, keyHash)
  const renewals = known ? await selectRenewals(db, { keyId: known.id, controllerId, accountId }) : []
  const first = renewals.find(({ end_before }) => end_before === endBefore)
  if (first) {
    if (taken) await giveUseBack(db, taken.id)
    return { ...first, isRepeated: true }
  }
  const hours = Math.max(0, Math.floor((now - (renewals[0]?.redeemed_at ?? 0)) / HOUR_MS))
  const isJustUsed = hours < 24
  if (taken && isJustUsed && asksIfRenewed) throw new AppError(409, 'order_key_just_used', { values: { hours } })
  if (!taken) {
    if (!known) throw new AppError(400, 'order_key_invalid')
    const isRevoked = known.revoked_at !== null && known.uses_left > 0
    if (isRevoked) throw new AppError(409, 'order_key_revoked')
    // whoever did not get the answer learns that it worked
    const details = isJustUsed ? { words: 'error.order_key_just_used' as const, values: { hours } } : {}
    throw new AppError(409, 'order_key_used_up', details)
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
