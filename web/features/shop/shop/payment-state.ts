import type { OrderStatus } from '#domain/shop/order.ts'

/** What the customer wants to know of an order: what became of the money. */
export type PaymentState = 'paid' | 'waiting' | 'givenUp' | 'pending' | 'bill' | 'failed' | 'cancelled'

/**
 * `waiting`: the payment page was not finished, or its word has not come yet. `pending`: the bank has to confirm. `bill`: it
 * is paid in advance, by the bill that comes with the confirmation. `givenUp`: the customer came back from the payment page without paying.
 */
export function paymentOf(
  {
    state,
    payment,
    lastPayment,
    paymentMethod,
  }: Pick<OrderStatus, 'state' | 'payment' | 'lastPayment' | 'paymentMethod'>,
  gaveUp = false,
): PaymentState {
  if (state === 'cancelled') return 'cancelled'
  if (payment === 'paid' || payment === 'overpaid') return 'paid'
  if (paymentMethod === 'prepayment') return 'bill'
  if (lastPayment === 'failed') return 'failed'
  if (lastPayment === 'pending') return 'pending'
  return gaveUp ? 'givenUp' : 'waiting'
}
