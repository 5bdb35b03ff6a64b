import * as v from 'valibot'
import { Locale } from '../platform/locale-schema.ts'
import { Moment } from '../platform/moment.ts'
import { textUpTo } from '../platform/text-up-to.ts'
import { OrderAddress, PaymentMethod } from './cart.ts'
import { OrderAction, OrderFlag, OrderPayment, OrderState, PaymentProvider, PaymentStatus, Rappen } from './order.ts'
import { OrderMailFault, OrderMailTemplate } from './order-document.ts'
import { LabeledLine } from './price.ts'

const TOTAL_MAXIMUM = 100_000_000

/** An order in the list of administrators. Money in Rappen; `total` is what is to be paid after the discount by hand. */
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

/** What all orders come to that a filter lets through, on whichever page. */
export const OrderTotals = v.object({ count: v.number(), total: Rappen, paid: Rappen, due: Rappen })
export type OrderTotals = v.InferOutput<typeof OrderTotals>

/** `totals` come with the first page. */
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
  /** The address of the account it was, as far as there is one. */
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

/** A mail that is on its way, or did not arrive; `to` is known once it is written. `answer`: what the mail server said. */
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

/** An order as administrators see it. `ordered` is what it cost before the discount by hand. */
export const OrderDetail = v.object({
  ...ListedOrder.entries,
  updatedAt: v.string(),
  receivedAt: v.nullable(v.string()),
  ordered: Rappen,
  discount: Rappen,
  /** The administrators' own; no customer sees it. */
  comment: v.string(),
  /** The customer's. */
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
  /** How many codes it gave that can be mailed again. */
  codes: v.number(),
  /** When it was cancelled, or all its money went back: its codes ended. */
  withdrawnAt: v.nullable(v.string()),
  usedCodes: v.array(v.object({ controllerId: v.number(), usedAt: v.string() })),
  /** Codes were used before it was withdrawn, and nobody has looked at it yet. */
  usedCodesOpen: v.boolean(),
  /** It gave codes, and is no longer paid in full: they are still good. */
  codesUnpaid: v.boolean(),
  fulfilment: v.nullable(v.picklist(['due', 'done', 'failed'])),
  nextStates: v.array(OrderState),
  /** To whom it can be released, by their index. */
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
 * The body of `POST shop/orders/{id}`: what changes. `updatedAt` is that of the order as it was seen; where somebody changed it
 * meanwhile, nothing is changed. `payment` counts money that came in (below 0: that was paid back).
 */
export const OrderEditBody = v.object({
  updatedAt: Moment,
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
  /** What needed a look has been looked at: a mail that did not arrive, by its id, or that codes were used. */
  attended: v.optional(v.union([v.literal('usedCodes'), v.number()])),
})
export type OrderEditBody = v.InferOutput<typeof OrderEditBody>

/** The body of what sends a mail: its template, or null for none; left out, the one that belongs to the call. `email` corrects the address. */
export const OrderMailBody = v.object({
  sendTemplate: v.optional(v.nullable(OrderMailTemplate)),
  email: v.optional(OrderAddress.entries.email),
})
export type OrderMailBody = v.InferOutput<typeof OrderMailBody>
