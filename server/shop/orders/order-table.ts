import type { Generated } from 'kysely'
import type { Locale } from '#domain/platform/locale.ts'
import type { CartMode, PaymentMethod } from '#domain/shop/cart.ts'
import type { OrderAction, OrderState, PaymentProvider, PaymentStatus } from '#domain/shop/order.ts'
import type { OrderMailFault, OrderMailTemplate } from '#domain/shop/order-document.ts'
import type { Variant } from '../../platform/config/config.ts'

type Flag = Generated<0 | 1>

/**
 * One order. Money in Rappen, times in epoch ms, `currency` as a lower-case ISO 4217 code. `client_id` is the id that the client made; `site`
 * the origin where it was ordered. `cart` and `price` are JSON, as ordered, and never change; the address may be corrected. `remark` is the
 * customer's, `comment` the administrators' own, which no customer sees. `paid` is the sum of the payments received; `received_at`: when it
 * was paid in full.
 */
export type OrderTable = {
  id: Generated<number>
  key: string
  client_id: string
  account_id: number | null
  language: Locale
  variant: Variant
  site: string
  config_version: number
  mode: CartMode
  cart: string
  price: string
  currency: string
  total: number
  discount: Generated<number>
  paid: Generated<number>
  received_at: number | null
  payment_method: PaymentMethod
  state: OrderState
  comment: Generated<string>
  remark: Generated<string>
  confirmation_sent: Flag
  cleared: Flag
  advance_requested: Flag
  offer_sent: Flag
  invoice_sent: Flag
  controller_shipped: Flag
  email: string
  firstname: string
  lastname: string
  company: string
  street: string
  zip: string
  city: string
  country: string
  phone: string
  plate_pickup: string | null
  ordered_at: number
  updated_at: number
  /** When it was cancelled or fully refunded, and its codes ended. */
  withdrawn_at: number | null
  /** How many of its codes had been used by then; 0 once somebody has looked at it. */
  used_codes: Generated<number>
}

/** The history of an order; append-only. `before` and `after` are JSON of the changed fields. */
export type OrderHistoryTable = {
  id: Generated<number>
  order_id: number
  at: number
  actor: 'customer' | 'administrator' | 'system'
  account_id: number | null
  action: OrderAction
  before: string | null
  after: string | null
}

/**
 * Money that came in, or should have. `provider_id` is the provider's own number of the payment, unique per provider. `attended_at`: when an
 * administrator took care of one in another currency.
 */
export type OrderPaymentTable = {
  id: Generated<number>
  order_id: number
  provider: PaymentProvider
  provider_id: string
  amount: number
  currency: string
  method: string
  status: PaymentStatus
  received_at: number
  attended_at: Generated<number | null>
}

/** A page where an order can be paid. While it is `open`, the provider is asked about it from `due_at` on. */
export type OrderCheckoutTable = {
  id: Generated<number>
  order_id: number
  provider: PaymentProvider
  provider_id: string
  amount: number
  currency: string
  method: PaymentMethod
  url: string
  state: 'open' | 'paid' | 'failed' | 'expired'
  due_at: number
  expires_at: number
  created_at: number
}

/** The fulfilment of a fully paid order, one per order. */
export type OrderFulfilmentTable = {
  id: Generated<number>
  order_id: number
  state: 'due' | 'done' | 'failed'
  attempts: Generated<number>
  due_at: number
  done_at: number | null
  last_error: string | null
}

/** A code that an order gave, sealed for `order_code` so that it can be sent again. */
export type OrderCodeTable = {
  id: Generated<number>
  order_id: number
  code_sealed: string
  term_years: number
  created_at: number
}

/**
 * A mail about an order, from request to outcome: `due` to be written from `due_at` on, `queued` with the mail server as `mail_id`, `sent`,
 * `failed`, or `settled` if it failed and a later one or a person took care of it. `account_id`: the administrator who requested it; null: the
 * system. `answer`: what the mail server said.
 */
export type OrderMailTable = {
  id: Generated<number>
  order_id: number
  template: OrderMailTemplate
  /** With `release`: which of the configuration's commissioners, from 0. */
  commissioner: Generated<number>
  account_id: number | null
  recipient: string | null
  state: 'due' | 'queued' | 'sent' | 'failed' | 'settled'
  fault: OrderMailFault | null
  answer: string | null
  mail_id: number | null
  attempts: Generated<number>
  due_at: number
  created_at: number
}
