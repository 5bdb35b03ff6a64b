import { amountToPay } from '#domain/shop/order.ts'
import type { VatShare } from '#domain/shop/price.ts'
import { split, vatAfterDiscount, vatOf } from '#domain/shop/vat.ts'

/** A part of a sum at one VAT rate; `rate` null: paid in excess of the order. All in Rappen. */
export type TaxedShare = { rate: number | null; gross: number; vat: number }

type Taxed = { total: number; discount: number; vat: readonly VatShare[] }

/** The shares of a whole order by VAT rate, after the manual discount. Amounts without a rate, such as rounding, have rate 0. */
export function sharesOf(order: Taxed): TaxedShare[] {
  const taxed = vatAfterDiscount(order.vat, order.discount)
  const rest = amountToPay(order) - taxed.reduce((sum, { gross }) => sum + gross, 0)
  const shares = taxed.map(({ rate, gross, amount }) => ({ rate, gross, vat: amount }))
  return rest === 0 ? shares : [...shares, { rate: 0, gross: rest, vat: 0 }]
}

/**
 * Splits each payment of an order by VAT rate, oldest first, in proportion to the whole order. The shares of a payment add up to it, and those
 * of all payments to the shares of the order: rounding loses nothing. `discount`: the one in effect when the payment came in, if different:
 * figures reported before a discount stay as they are, and what is paid back for it is deducted at that time.
 */
export function splitPayments<Payment extends { amount: number; discount?: number }>(
  order: Taxed,
  payments: readonly Payment[],
): { payment: Payment; shares: TaxedShare[] }[] {
  let received = 0
  let before: TaxedShare[] = []
  return payments.map((payment) => {
    const then = { ...order, discount: payment.discount ?? order.discount }
    received += payment.amount
    const after = upTo(sharesOf(then), amountToPay(then), received)
    const shares = difference(after, before)
    before = after
    return { payment, shares: shares.filter(({ gross, vat }) => gross !== 0 || vat !== 0) }
  })
}

/** The difference by rate; overpayment comes last. */
function difference(after: readonly TaxedShare[], before: readonly TaxedShare[]): TaxedShare[] {
  const rates = new Set([...after.slice(0, -1), ...before.slice(0, -1), ...after.slice(-1)].map(({ rate }) => rate))
  const sum = (shares: readonly TaxedShare[], rate: number | null, name: 'gross' | 'vat') =>
    shares.reduce((total, share) => total + (share.rate === rate ? share[name] : 0), 0)
  return [...rates].map((rate) => ({
    rate,
    gross: sum(after, rate, 'gross') - sum(before, rate, 'gross'),
    vat: sum(after, rate, 'vat') - sum(before, rate, 'vat'),
  }))
}

/** What has come in at each rate when `received` was received in total; the last share is the overpayment. */
function upTo(whole: readonly TaxedShare[], toPay: number, received: number): TaxedShare[] {
  const counted = Math.max(0, Math.min(received, toPay))
  const grosses = split(
    counted,
    whole.map(({ gross }) => gross),
  )
  const shares = whole.map(({ rate, gross, vat }, index) => {
    const part = grosses[index] ?? 0
    return { rate, gross: part, vat: part === gross ? vat : vatOf(part, rate ?? 0, true).amount }
  })
  return [...shares, { rate: null, gross: received - counted, vat: 0 }]
}
