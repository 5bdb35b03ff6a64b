import * as v from 'valibot'
import { Locale } from '../platform/locale-schema.ts'
import { Moment } from '../platform/moment.ts'
import { textUpTo } from '../platform/text-up-to.ts'
import { OrderAddress, PaymentMethod } from './cart.ts'
import { OrderAction, OrderFlag, OrderPayment, OrderState, PaymentProvider, PaymentStatus, Rappen } from './order.ts'
import { OrderMailFault, OrderMailTemplate } from './order-document.ts'
import { LabeledLine } from './price.ts'

const TOTAL_MAXIMUM = 100_000_000

/** An order in the administrators' list. Money in Rappen; `total` is what is to be paid after the manual discount. */
export const ListedOrder = v.object({
  id: v.number(),
  key: v.string(),
  orderedAt: v.string(),
  customer: v.string(),
  email: v.string(),
  city: v.string(),
  total: Rappen,
  paid: Rappen,
  due: Rappen,
  currency: v.string(),
  state: OrderState,
  payment: OrderPayment,
  paymentMethod: PaymentMethod,
  flags: v.array(OrderFlag),
  needsAttention: v.boolean(),
})
export type ListedOrder = v.InferOutput<typeof ListedOrder>

/** The totals of all orders that match a filter, on any page. */
export const OrderTotals = v.object({ count: v.number(), total: Rappen, paid: Rappen, due: Rappen })
export type OrderTotals = v.InferOutput<typeof OrderTotals>

/** `totals` are included in the first page. */
export const OrderList = v.object({
  items: v.array(ListedOrder),
  nextCursor: v.nullable(v.string()),
  totals: v.nullable(OrderTotals),
})
export type OrderList = v.InferOutput<typeof OrderList>

export const OrderEvent = v.object({
  id: v.number(),
  at: v.string(),
  actor: v.picklist(['customer', 'administrator', 'system']),
  /** The address of the account that did it, if there is one. */
  email: v.nullable(v.string()),
  action: OrderAction,
  before: v.nullable(v.record(v.string(), v.unknown())),
  after: v.nullable(v.record(v.string(), v.unknown())),
})
export type OrderEvent = v.InferOutput<typeof OrderEvent>

export const ListedPayment = v.object({
  id: v.number(),
  receivedAt: v.string(),
  amount: Rappen,
  currency: v.string(),
  method: v.string(),
  provider: PaymentProvider,
  status: PaymentStatus,
})
export type ListedPayment = v.InferOutput<typeof ListedPayment>

/** A mail that is on its way or did not arrive; `to` is known once it is written. `answer`: the mail server's. */
export const OrderMail = v.object({
  id: v.number(),
  template: OrderMailTemplate,
  to: v.nullable(v.string()),
  state: v.picklist(['due', 'failed']),
  fault: v.nullable(OrderMailFault),
  answer: v.nullable(v.string()),
})
export type OrderMail = v.InferOutput<typeof OrderMail>

/** `amount` is the VAT in `gross`; the rate in hundredths of a percent. */
const Share = v.object({ rate: v.number(), amount: Rappen, gross: Rappen })

/** An order as administrators see it. `ordered` is its price before the manual discount. */
export const OrderDetail = v.object({
  ...ListedOrder.entries,
  updatedAt: v.string(),
  receivedAt: v.nullable(v.string()),
  ordered: Rappen,
  discount: Rappen,
  /** The administrators' comment, never shown to customers. */
  comment: v.string(),
  /** The customer's comment. */
  remark: v.string(),
  language: Locale,
  digital: v.boolean(),
  accountId: v.nullable(v.number()),
  subscriptionControllerId: v.nullable(v.number()),
  platePickup: v.nullable(v.string()),
  configVersion: v.number(),
  address: OrderAddress,
  lines: v.array(LabeledLine),
  vat: v.array(Share),
  payments: v.array(ListedPayment),
  history: v.array(OrderEvent),
  mails: v.array(OrderMail),
  /** How many of its codes can be mailed again. */
  codes: v.number(),
  /** When it was canceled, or all of its money was returned: its codes became invalid then. */
  withdrawnAt: v.nullable(v.string()),
  usedCodes: v.array(v.object({ controllerId: v.number(), usedAt: v.string() })),
  /** Codes were used before it was withdrawn, and nobody has looked into it yet. */
  usedCodesOpen: v.boolean(),
  /** A payment came in another currency, and nobody has looked into it yet. */
  strangePaymentsOpen: v.boolean(),
  /** It gave codes and is no longer paid in full: they are still valid. */
  codesUnpaid: v.boolean(),
  fulfilment: v.nullable(v.picklist(['due', 'done', 'failed'])),
  nextStates: v.array(OrderState),
  /** The commissioners it can be released to; they are chosen by index. */
  commissioners: v.array(v.string()),
})
export type OrderDetail = v.InferOutput<typeof OrderDetail>
export const OrderDetailReply = v.object({ message: v.string(), ...OrderDetail.entries })

const flag = v.optional(v.boolean())
const Flags = v.object({
  confirmationSent: flag,
  cleared: flag,
  advanceRequested: flag,
  offerSent: flag,
  invoiceSent: flag,
  controllerShipped: flag,
})

/**
 * The body of `POST shop/orders/{id}`: the changes. `updatedAt` is that of the order as it was seen; if somebody else has changed it since,
 * nothing is changed. Only `payment` cannot do without: it adds money received (negative: money paid back), and would be added twice by a retry.
 */
export const OrderEditBody = v.object({
  updatedAt: v.optional(Moment),
  state: v.optional(OrderState),
  flags: v.optional(Flags),
  comment: v.optional(textUpTo(2000)),
  discount: v.optional(v.pipe(Rappen, v.minValue(0), v.maxValue(TOTAL_MAXIMUM))),
  payment: v.optional(
    v.object({
      amount: v.pipe(
        Rappen,
        v.minValue(-TOTAL_MAXIMUM),
        v.maxValue(TOTAL_MAXIMUM),
        v.check((amount) => amount !== 0, 'not 0'),
      ),
      method: v.optional(PaymentMethod, 'prepayment'),
    }),
  ),
  address: v.optional(OrderAddress),
  /** Marks something as attended to: a mail that did not arrive, by its id, the use of codes, or payments in another currency. */
  attended: v.optional(v.union([v.picklist(['usedCodes', 'strangePayments']), v.number()])),
})
export type OrderEditBody = v.InferOutput<typeof OrderEditBody>

/**
 * The body of requests that send a mail: its template, or null for none; if omitted, the call's default. `email` corrects the address. A prepayment with
 * the `id` of an earlier one, as when its answer was lost, is the same one and gets the same answer.
 */
export const OrderMailBody = v.object({
  id: v.optional(v.pipe(v.string(), v.uuid())),
  sendTemplate: v.optional(v.nullable(OrderMailTemplate)),
  email: v.optional(OrderAddress.entries.email),
})
export type OrderMailBody = v.InferOutput<typeof OrderMailBody>
