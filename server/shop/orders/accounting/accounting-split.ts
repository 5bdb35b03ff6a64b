import { amountToPay } from '#domain/shop/order.ts'
import type { VatShare } from '#domain/shop/price.ts'
import { split, vatAfterDiscount, vatOf } from '#domain/shop/vat.ts'

/** A part of a sum at one rate; `rate` null: beyond what the order costs. All in Rappen. */
export type TaxedShare = { rate: number | null; gross: number; vat: number }

type Taxed = { total: number; discount: number; vat: readonly VatShare[] }

/** The whole of an order by VAT rate, after the discount by hand. What has no rate, such as rounding, is at 0. */
export function sharesOf(order: Taxed): TaxedShare[] {
  const taxed = vatAfterDiscount(order.vat, order.discount)
  const rest = amountToPay(order) - taxed.reduce((sum, { gross }) => sum + gross, 0)
  const shares = taxed.map(({ rate, gross, amount }) => ({ rate, gross, vat: amount }))
  return rest === 0 ? shares : [...shares, { rate: 0, gross: rest, vat: 0 }]
}

/**
 * What each payment of an order brought at each VAT rate, oldest first, in proportion to the whole. The shares of a payment
 * sum up to it, and those of all payments to the shares of the order: nothing is lost by rounding.
 */
export function splitPayments<Payment extends { amount: number }>(
  order: Taxed,
  payments: readonly Payment[],
): { payment: Payment; shares: TaxedShare[] }[] {
  const whole = sharesOf(order)
  const toPay = amountToPay(order)
  let received = 0
  return payments.map((payment) => {
    const before = upTo(whole, toPay, received)
    received += payment.amount
    const after = upTo(whole, toPay, received)
    const shares = after.map(({ rate, gross, vat }, index) => ({
      rate,
      gross: gross - before[index]!.gross,
      vat: vat - before[index]!.vat,
    }))
    return { payment, shares: shares.filter(({ gross, vat }) => gross !== 0 || vat !== 0) }
  })
}

/** What has come in at each rate once so much was received altogether; the last share is what is too much. */
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
