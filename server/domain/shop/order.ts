import * as v from 'valibot'
import { Cart, PaymentMethod } from './cart.ts'
import { CustomerPaper } from './order-document.ts'
import { ValidateReply } from './price.ts'

export const orderStates = ['open', 'cancelled', 'completed'] as const
export const OrderState = v.picklist(orderStates)
export type OrderState = v.InferOutput<typeof OrderState>

/** The steps done for an order; each flag is set once its step is done. */
export const orderFlags = [
  'confirmationSent',
  'cleared',
  'advanceRequested',
  'offerSent',
  'invoiceSent',
  'controllerShipped',
] as const
export const OrderFlag = v.picklist(orderFlags)
export type OrderFlag = v.InferOutput<typeof OrderFlag>

/** Everything that can happen to an order; each is an entry in its history. */
export const orderActions = [
  'placed',
  'paymentReceived',
  'paymentFailed',
  'paymentPending',
  'paidInFull',
  'fulfilled',
  'fulfilmentFailed',
  'codesSent',
  'completed',
  'cancelled',
  'reopened',
  'edited',
  'flagged',
  'mailSent',
  'mailFailed',
  'attended',
  'codesRevoked',
  'codesRestored',
] as const
export const OrderAction = v.picklist(orderActions)
export type OrderAction = v.InferOutput<typeof OrderAction>

/** Where a payment came in; `hand`: an administrator saw it on the bank account. */
export const paymentProviders = ['stripe', 'test', 'hand'] as const
export const PaymentProvider = v.picklist(paymentProviders)
export type PaymentProvider = v.InferOutput<typeof PaymentProvider>

/**
 * `received` counts towards the order. `otherCurrency` was received but does not count, `pending` is promised (the bank has yet to
 * confirm), `failed` brought nothing.
 */
export const paymentStatuses = ['received', 'otherCurrency', 'pending', 'failed'] as const
export const PaymentStatus = v.picklist(paymentStatuses)
export type PaymentStatus = v.InferOutput<typeof PaymentStatus>

/** Money in Rappen. */
export const Rappen = v.pipe(v.number(), v.integer())

type Account = { total: number; discount: number; paid: number }

/** The total to be paid for an order, in Rappen; never negative. */
export const amountToPay = ({ total, discount }: Omit<Account, 'paid'>): number => Math.max(0, total - discount)

/** What is still to be paid, in Rappen; negative if too much was paid. */
export const amountDue = (order: Account): number => amountToPay(order) - order.paid

/** What the customer is still asked for: as `amountDue`, but nothing once the order is cancelled. */
export const amountAsked = (order: Account & { state: OrderState }): number =>
  order.state === 'cancelled' ? 0 : amountDue(order)

export const orderPayments = ['open', 'partlyPaid', 'paid', 'overpaid'] as const
export const OrderPayment = v.picklist(orderPayments)
export type OrderPayment = v.InferOutput<typeof OrderPayment>

/** How far an order has been paid. With nothing to pay it is paid from the start. */
export function paymentOf(order: Account): OrderPayment {
  const due = amountDue(order)
  if (due === 0) return 'paid'
  if (due < 0) return 'overpaid'
  return order.paid > 0 ? 'partlyPaid' : 'open'
}

/**
 * Whether a person has to look into an order: too much was paid, money came in for a canceled order or in another currency, what was paid
 * for could not be provided, a mail did not arrive, codes of a withdrawn order were used, or codes are still valid although part of the
 * money was returned.
 */
export const needsAttention = (
  order: Account & { state: OrderState },
  {
    strangePayments,
    fulfilmentFailed,
    mailFailed,
    usedCodes,
    codesUnpaid,
  }: {
    strangePayments: number
    fulfilmentFailed: boolean
    mailFailed: boolean
    usedCodes: number
    codesUnpaid: boolean
  },
): boolean =>
  paymentOf(order) === 'overpaid' ||
  (order.state === 'cancelled' && order.paid > 0) ||
  strangePayments > 0 ||
  fulfilmentFailed ||
  mailFailed ||
  usedCodes > 0 ||
  codesUnpaid

const nextStates: Record<OrderState, readonly OrderState[]> = {
  open: ['completed', 'cancelled'],
  completed: ['open'],
  cancelled: ['open'],
}

/** Whether an order may change from one state to another. */
export const mayBecome = (from: OrderState, to: OrderState): boolean => nextStates[from].includes(to)

/**
 * The body of `POST shop/order`: the cart, and what the customer was shown. The client makes the `id`, so that a double tap or a retry
 * creates one order. `total` (Rappen) ensures that nothing is ordered at a price other than the one shown.
 */
export const OrderBody = v.object({
  ...Cart.entries,
  id: v.optional(v.pipe(v.string(), v.uuid(), v.toLowerCase())),
  total: v.optional(v.pipe(Rappen, v.minValue(0))),
  configVersion: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
})
export type OrderBody = v.InferOutput<typeof OrderBody>

/** `paymentUrl`: where the customer pays now; null if a bill follows, or nothing is to be paid. */
export const PlacedOrder = v.object({
  message: v.string(),
  key: v.string(),
  total: Rappen,
  paymentUrl: v.nullable(v.string()),
  paymentMethods: v.array(PaymentMethod),
})
export type PlacedOrder = v.InferOutput<typeof PlacedOrder>

/** The refusal of an order whose price is no longer the one the customer saw: 409, with the new price. */
export const PriceChanged = v.object({
  message: v.string(),
  code: v.literal('price_changed'),
  ...ValidateReply.entries,
})

/** The state of the mails to the customer, the worst of them. `delayed`: the mail server has not accepted one yet; `none`: there was no mail. */
export const CustomerMail = v.picklist(['none', 'due', 'delayed', 'sent', 'failed'])
export type CustomerMail = v.InferOutput<typeof CustomerMail>

/**
 * What anyone with its key sees of an order: no name or address, except in the documents that could not be mailed. Money in Rappen; `total` is
 * what is to be paid after the manual discount.
 */
export const OrderStatus = v.object({
  key: v.string(),
  state: OrderState,
  payment: OrderPayment,
  /** The last attempt to pay failed or is waiting for the bank. */
  lastPayment: v.nullable(PaymentStatus),
  paymentMethod: PaymentMethod,
  currency: v.string(),
  total: Rappen,
  paid: Rappen,
  due: Rappen,
  orderedAt: v.string(),
  digital: v.boolean(),
  /** Everything paid for that needs no parcel has been provided: subscriptions are extended, or their codes are on their way. */
  fulfilled: v.boolean(),
  mail: CustomerMail,
  /** Documents that were not mailed and are available at `GET shop/order/{key}/document/{kind}` instead. */
  papers: v.array(CustomerPaper),
  /** Order keys that were not mailed. */
  codes: v.array(v.string()),
})
export type OrderStatus = v.InferOutput<typeof OrderStatus>

/** The body of `POST shop/order/{key}/payment`: to pay, or to retry with another payment method. */
export const PayOrderBody = v.object({ paymentMethod: v.optional(PaymentMethod) })
export const PayOrderReply = v.object({ message: v.string(), ...v.pick(PlacedOrder, ['key', 'paymentUrl']).entries })
