import type { Redemption } from '#domain/shop/subscription.ts'
import type { RedemptionRow } from './order-key-queries.ts'

const iso = (ms: number) => new Date(ms).toISOString()

/** A renewal in the form the API returns. */
export const toRedemption = (row: RedemptionRow): Redemption => ({
  id: row.id,
  redeemedAt: iso(row.redeemed_at),
  years: row.term_years,
  days: row.term_days,
  extraDays: row.extra_days,
  endBefore: iso(row.end_before),
  end: iso(row.ends_at),
})
