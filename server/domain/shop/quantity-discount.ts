import * as v from 'valibot'
import type { SubscriptionTerm } from './subscription.ts'

const days = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(3650))

/**
 * The days by which a paid subscription is extended because its owner uses other transmitters: per year of the term for the second
 * transmitter, and for the third and each further one; with a maximum per owner and calendar year.
 */
export const QuantityDiscount = v.object({
  secondTransmitterDays: days,
  furtherTransmitterDays: days,
  maximumDaysPerYear: days,
})
export type QuantityDiscount = v.InferOutput<typeof QuantityDiscount>

const DAYS_PER_YEAR = 365

/**
 * Returns the extra days of one renewal, a whole number. `others`: how many other transmitters of the owner have an active subscription. A
 * term in days earns its share of a year, rounded down. `grantedThisYear`: the owner's extra days since 1 January.
 */
export function extraDays(
  discount: QuantityDiscount,
  { others, term, grantedThisYear }: { others: number; term: SubscriptionTerm; grantedThisYear: number },
): number {
  if (others <= 0) return 0
  const daysPerYear = others === 1 ? discount.secondTransmitterDays : discount.furtherTransmitterDays
  const earned = Math.floor((daysPerYear * (term.years * DAYS_PER_YEAR + term.days)) / DAYS_PER_YEAR)
  return Math.min(earned, Math.max(0, discount.maximumDaysPerYear - grantedThisYear))
}
