import { DEFAULT_ZONE, offsetOf } from '../hives/local-midnight.ts'
import type { VatShare } from './price.ts'
import type { ShopConfig } from './shop-config.ts'

const WHOLE = 10_000

/** Made once: that takes longer than a whole line of bookkeeping. */
const swissOffsetAt = offsetOf(DEFAULT_ZONE)

/** The calendar day in Switzerland at a time (epoch ms), such as `2026-05-10`. */
export const swissDay = (time: number): string =>
  new Date(time + swissOffsetAt(Math.floor(time / 1000)) * 1000).toISOString().slice(0, 10)

/** The rate of a category on a day, in hundredths of a percent; days before the first rate use that one. */
export function vatRateOn(vat: ShopConfig['vat'], category: string, day: string): number {
  const rates = (vat[category] ?? []).toSorted((a, b) => (a.from < b.from ? -1 : 1))
  const rate = rates.findLast(({ from }) => from <= day) ?? rates[0]
  if (!rate) throw new RangeError(`no VAT rate ${category}`)
  return rate.percent
}

/** Computes the VAT of an amount at a rate, in whole Rappen. `isIncluded`: the amount includes it; otherwise it is added. */
export function vatOf(amount: number, rate: number, isIncluded: boolean): VatShare {
  const vat = Math.round((amount * rate) / (isIncluded ? WHOLE + rate : WHOLE))
  return { rate, amount: vat, gross: isIncluded ? amount : amount + vat }
}

/**
 * Splits an amount by weights into whole parts that add up to it; what is left over goes to the largest remainders, the first ones in case
 * of a tie. If all weights are 0, all parts are 0.
 */
export function split(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum === 0) return weights.map(() => 0)
  const exact = weights.map((weight) => (amount * weight) / sum)
  const parts = exact.map(Math.floor)
  const left = amount - parts.reduce((total, part) => total + part, 0)
  const byRemainder = exact.map((part, index) => ({ index, rest: part - parts[index]! }))
  byRemainder.sort((a, b) => b.rest - a.rest || a.index - b.index)
  for (const { index } of byRemainder.slice(0, left)) parts[index]! += 1
  return parts
}

/**
 * Returns the VAT of an order after a manual discount (Rappen, off what is paid): the discount is spread over all rates in proportion to
 * what is paid at each. A discount larger than the sum leaves nothing.
 */
export function vatAfterDiscount(vat: readonly VatShare[], discount: number): VatShare[] {
  const gross = vat.map((share) => share.gross)
  const sum = gross.reduce((total, one) => total + one, 0)
  const parts = split(Math.min(Math.max(0, discount), sum), gross)
  return vat.map(({ rate, gross: paid }, index) => vatOf(paid - parts[index]!, rate, true))
}
