import * as v from 'valibot'
import { Cart } from '#domain/shop/cart.ts'
import { amountDue, mayBecome, orderStates } from '#domain/shop/order.ts'
import type { ListedPayment, OrderDetail, OrderEvent, OrderMail } from '#domain/shop/order-administration.ts'
import { vatAfterDiscount } from '#domain/shop/vat.ts'
import type { Deps } from '../../../deps.ts'
import { storedJson } from '../../../platform/db/stored-json.ts'
import { isoTime, isoTimeOrNull } from '../../../platform/db/stored-time.ts'
import { currentShopConfig } from '../../shop-config/read-shop-config.ts'
import { readOrderKeys } from '../../subscriptions/read-order-keys.ts'
import { selectFulfilment } from '../fulfilment-queries.ts'
import { openOrder } from '../open-order.ts'
import { type PendingOrderMail, selectOrderMails } from '../order-mail-queries.ts'
import { type OrderPaymentRow, selectCodes } from '../order-queries.ts'
import { toListedOrder } from './administer-list-orders.ts'
import { selectNamedHistory } from './administer-order-queries.ts'

/** Everything that administrators see of an order. Throws 404 `order_not_found`. */
export async function readOrderDetail({ database: { db } }: Pick<Deps, 'database'>, id: number): Promise<OrderDetail> {
  const { order, price, payments } = await openOrder(db, id)
  const [history, codes, { hasKeys, uses }, fulfilment, mails, { config }] = await Promise.all([
    selectNamedHistory(db, id),
    selectCodes(db, id),
    readOrderKeys(db, id),
    selectFulfilment(db, id),
    selectOrderMails(db, id),
    currentShopConfig(db),
  ])
  const { subscriptionControllerId } = v.parse(Cart, JSON.parse(order.cart))
  const codesUnpaid = order.withdrawn_at === null && hasKeys && amountDue(order) > 0
  const strangePaymentsOpen = payments.some(
    ({ status, attended_at }) => status === 'otherCurrency' && attended_at === null,
  )
  return {
    ...toListedOrder({
      ...order,
      strange: strangePaymentsOpen,
      unfulfilled: fulfilment?.state === 'failed',
      unmailed: mails.some(({ state }) => state === 'failed'),
      codesUnpaid,
    }),
    updatedAt: isoTime(order.updated_at),
    receivedAt: isoTimeOrNull(order.received_at),
    ordered: order.total,
    discount: order.discount,
    comment: order.comment,
    remark: order.remark,
    language: order.language,
    digital: order.mode === 'digital',
    accountId: order.account_id,
    subscriptionControllerId,
    platePickup: order.plate_pickup,
    configVersion: order.config_version,
    address: addressOf(order),
    lines: price.lines,
    vat: order.discount === 0 ? price.vat : vatAfterDiscount(price.vat, order.discount),
    payments: payments.map(toListedPayment),
    history: history.map(toEvent),
    mails: mails.flatMap(toOpenMail),
    codes: order.withdrawn_at === null ? codes.length : 0,
    withdrawnAt: isoTimeOrNull(order.withdrawn_at),
    usedCodes: uses.map(({ controller_id, redeemed_at }) => ({
      controllerId: controller_id,
      usedAt: isoTime(redeemed_at),
    })),
    usedCodesOpen: order.used_codes > 0,
    strangePaymentsOpen,
    codesUnpaid,
    fulfilment: fulfilment?.state ?? null,
    nextStates: orderStates.filter((state) => mayBecome(order.state, state)),
    commissioners: config.commissioners.map(({ name }) => name),
  }
}

type Addressed = Awaited<ReturnType<typeof openOrder>>['order']
export const addressOf = (order: Addressed): OrderDetail['address'] => ({
  email: order.email,
  firstname: order.firstname,
  lastname: order.lastname,
  company: order.company,
  street: order.street,
  zip: order.zip,
  city: order.city,
  country: order.country as OrderDetail['address']['country'],
  phone: order.phone,
})

const toListedPayment = ({
  id,
  received_at,
  amount,
  currency,
  method,
  provider,
  status,
}: OrderPaymentRow): ListedPayment => ({
  ...{ id, amount, currency, method, provider, status },
  receivedAt: isoTime(received_at),
})

const toOpenMail = ({ id, template, recipient, state, fault, answer, mailError }: PendingOrderMail): OrderMail[] => {
  const open = { due: 'due', queued: 'due', failed: 'failed', sent: undefined, settled: undefined } as const
  const shown = open[state]
  return shown ? [{ ...{ id, template, to: recipient, fault }, answer: answer ?? mailError, state: shown }] : []
}

const Changed = v.record(v.string(), v.unknown())

const toEvent = ({
  id,
  at,
  actor,
  email,
  action,
  before,
  after,
}: Awaited<ReturnType<typeof selectNamedHistory>>[number]): OrderEvent => ({
  ...{ id, actor, email, action },
  at: isoTime(at),
  before: storedJson(Changed, before, null),
  after: storedJson(Changed, after, null),
})
