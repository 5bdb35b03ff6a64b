import { amountAsked, amountToPay, type OrderStatus, paymentOf } from '#domain/shop/order.ts'
import { isoTime } from '../../../platform/db/stored-time.ts'
import type { FulfilmentRow } from '../fulfilment-queries.ts'
import type { OrderPaymentRow, OrderRow } from '../order-queries.ts'
import type { CustomerMails } from './customer-mails.ts'

/** An order as shown to anybody who has its key. */
export function toOrderStatus(
  order: OrderRow,
  lastPayment: OrderPaymentRow | undefined,
  fulfilment: FulfilmentRow | undefined,
  mails: CustomerMails,
): OrderStatus {
  const payment = paymentOf(order)
  return {
    key: order.key,
    state: order.state,
    payment,
    lastPayment: payment === 'open' || payment === 'partlyPaid' ? (lastPayment?.status ?? null) : null,
    paymentMethod: order.payment_method,
    currency: order.currency,
    total: amountToPay(order),
    paid: order.paid,
    due: amountAsked(order),
    orderedAt: isoTime(order.ordered_at),
    digital: order.mode === 'digital',
    fulfilled: fulfilment?.state === 'done',
    ...mails,
  }
}
