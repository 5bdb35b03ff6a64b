import type { Redemption } from '#domain/shop/subscription.ts'
import { isoTime } from '../../platform/db/stored-time.ts'
import type { RedemptionRow } from './order-key-queries.ts'

/** A renewal in the form the API returns. */
export const toRedemption = (row: RedemptionRow): Redemption => ({
  id: row.id,
  redeemedAt: isoTime(row.redeemed_at),
  years: row.term_years,
  days: row.term_days,
  extraDays: row.extra_days,
  endBefore: isoTime(row.end_before),
  end: isoTime(row.ends_at),
})
