import type { OrderStatus } from '#domain/shop/order.ts'

/** The state of an order's payment, as the customer sees it. */
export type PaymentState =
  | ('paid' | 'partlyPaid' | 'waiting' | 'givenUp' | 'pending' | 'bill' | 'failed')
  | ('completed' | 'cancelled')

/**
 * `waiting`: the payment page was not completed, or its result has not arrived yet. `partlyPaid`: so far, only a part has arrived. `pending`: the bank has to confirm. `bill`: paid in
 * advance, by the bill that comes with the confirmation. `givenUp`: the customer returned from the payment page, and has paid nothing.
 * `completed`: although not all of it is paid, such as after a refund; it cannot be paid here any more.
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
  if (state === 'completed') return 'completed'
  if (paymentMethod === 'prepayment') return 'bill'
  if (lastPayment === 'failed') return 'failed'
  if (lastPayment === 'pending') return 'pending'
  if (payment === 'partlyPaid') return 'partlyPaid'
  return gaveUp ? 'givenUp' : 'waiting'
}
