import { amountDue, amountToPay } from '#domain/shop/order.ts'
import type { LabeledLine } from '#domain/shop/price.ts'
import type { ShopConfig } from '#domain/shop/shop-config.ts'
import { vatAfterDiscount } from '#domain/shop/vat.ts'
import { looks } from '../../../platform/http/variant.ts'
import type { OpenedOrder } from '../open-order.ts'
import type { OrderPaper } from './order-paper.ts'

/** The content of an order's papers. The payee comes from the current configuration, prices from the order itself. */
export function toPaper({ order, price, payments }: OpenedOrder, config: ShopConfig): OrderPaper {
  const pickup = config.platePickup.find(({ key }) => key === order.plate_pickup)
  const vat = order.discount === 0 ? price.vat : vatAfterDiscount(price.vat, order.discount)
  return {
    key: order.key,
    language: order.language,
    seller: looks[order.variant].name,
    orderedAt: order.ordered_at,
    currency: order.currency,
    customer: order,
    lines: price.lines.filter((line) => !isAddition(line)).map(toPaperLine),
    additions: price.lines.filter(isAddition).map(({ label, amount }) => ({ label, amount })),
    discount: order.discount,
    total: amountToPay(order),
    vat: vat.map(({ rate, amount, gross }) => ({ rate, amount, net: gross - amount })),
    payments: payments
      .filter(({ status }) => status === 'received')
      .map(({ received_at, amount, method }) => ({ receivedAt: received_at, amount, method })),
    due: amountDue(order),
    prepayment: order.payment_method === 'prepayment',
    remark: order.remark,
    pickup: pickup
      ? [pickup.name, pickup.street, `${pickup.zip ?? ''} ${pickup.city}`.trim()].filter(Boolean).join(', ')
      : (order.plate_pickup ?? undefined),
    creditor: config.creditor,
    contact: { email: config.mail.contact, phone: config.mail.phone },
    paymentDays: config.paymentDays,
    terms: config.terms?.[order.language],
  }
}

const isAddition = ({ kind }: LabeledLine) => kind === 'vat' || kind === 'rounding'

function toPaperLine({ kind, label, count, vatRate, unitPrice, amount }: LabeledLine): OrderPaper['lines'][number] {
  if (kind === 'extraDays') return { label, count: null, vatRate: null, unitPrice: null, amount: null }
  if (kind === 'promo' || kind === 'shipping') return { label, count: null, vatRate, unitPrice: null, amount }
  return { label, count, vatRate, unitPrice, amount }
}
