import type { PriceLine } from './price.ts'
import { CartFault } from './price-goods.ts'
import type { PromoCode, ShopConfig } from './shop-config.ts'
import { split } from './vat.ts'

const WHOLE = 10_000

/**
 * Returns the lines of a promo code, one for each VAT rate it reduces. A percentage is rounded to whole Rappen once; an amount is never
 * larger than the sum it is taken from. Throws `CartFault` if the code is unknown, not valid on this day, or not for this cart.
 */
export function promoLines(config: ShopConfig, typed: string, goods: readonly PriceLine[], day: string): PriceLine[] {
  const code = typed.trim().toUpperCase()
  if (code === '') return []
  const promo = config.promoCodes.find((one) => one.code.toUpperCase() === code)
  if (!promo || !isValid(promo, day)) throw new CartFault({ code: 'promo_code_invalid', path: 'promoCode' })
  const lowered = goods.filter(({ product }) => product && (promo.products?.includes(product) ?? true))
  const sum = sumOf(lowered)
  if (lowered.length === 0) throw new CartFault({ code: 'promo_code_not_for_cart', path: 'promoCode' })
  if (sum < promo.minimum) {
    throw new CartFault({ code: 'promo_code_minimum', path: 'promoCode', values: { minimum: promo.minimum / 100 } })
  }
  const off = Math.min(
    sum,
    promo.percent === undefined ? (promo.amount ?? 0) : Math.round((sum * promo.percent) / WHOLE),
  )
  const rates = [...new Set(lowered.map(({ vatRate }) => vatRate))]
  const parts = split(
    off,
    rates.map((rate) => sumOf(lowered.filter(({ vatRate }) => vatRate === rate))),
  )
  return rates.flatMap((vatRate, index) => {
    const amount = -parts[index]!
    const key = rates.length === 1 ? 'promo' : `promo:${vatRate}`
    return amount ? [{ kind: 'promo' as const, key, product: null, count: 1, unitPrice: amount, amount, vatRate }] : []
  })
}

const isValid = ({ validFrom, validUntil }: PromoCode, day: string): boolean =>
  (validFrom === undefined || validFrom <= day) && (validUntil === undefined || day <= validUntil)

export const sumOf = (lines: readonly PriceLine[]): number => lines.reduce((sum, { amount }) => sum + amount, 0)
