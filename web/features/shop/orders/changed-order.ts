import { amountDue, amountToPay, type OrderFlag, orderFlags, paymentOf } from '#domain/shop/order.ts'
import type { OrderDetail, OrderEditBody } from '#domain/shop/order-administration.ts'

export type OrderChanges = Omit<OrderEditBody, 'updatedAt'>

/** Returns the order as it will be once the server has made the changes. */
export function changedOrder(order: OrderDetail, changes: OrderChanges): OrderDetail {
  const { state = order.state, discount = order.discount, comment = order.comment, address = order.address } = changes
  const account = { total: order.ordered, discount, paid: order.paid + (changes.payment?.amount ?? 0) }
  const isSet = (flag: OrderFlag) => changes.flags?.[flag] ?? order.flags.includes(flag)
  return {
    ...order,
    ...{ state, discount, comment, address },
    customer: address.company || `${address.firstname} ${address.lastname}`.trim(),
    email: address.email,
    flags: orderFlags.filter(isSet),
    total: amountToPay(account),
    paid: account.paid,
    due: amountDue(account),
    payment: paymentOf(account),
    strangePaymentsOpen: order.strangePaymentsOpen && changes.attended !== 'strangePayments',
    usedCodesOpen: order.usedCodesOpen && changes.attended !== 'usedCodes',
    mails: order.mails.filter(({ id }) => id !== changes.attended),
  }
}
