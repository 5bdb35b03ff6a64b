import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'
import { ErrorReply } from '#domain/platform/error-reply.ts'
import {
  amountToPay,
  OrderBody,
  OrderStatus,
  PayOrderBody,
  PayOrderReply,
  PlacedOrder,
  PriceChanged,
} from '#domain/shop/order.ts'
import { CustomerPaper } from '#domain/shop/order-document.ts'
import { parseOrderKey } from '#domain/shop/order-key.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { clientAddress } from '../../../platform/http/connections/client-connection.ts'
import type { Env } from '../../../platform/http/env.ts'
import { countWrong } from '../../../platform/http/limits/count-wrong.ts'
import { createRateLimit } from '../../../platform/http/limits/rate-limit.ts'
import { answers, withoutSession } from '../../../platform/http/schemas/answers.ts'
import { validate } from '../../../platform/http/schemas/validate.ts'
import { siteAddress } from '../../../platform/http/site-address.ts'
import { variantOf } from '../../../platform/http/variant.ts'
import { translate } from '../../../platform/runtime/translate.ts'
import { refuseLeftOut } from '../../prices/refuse-left-out.ts'
import { toValidateReply } from '../../prices/to-validate-reply.ts'
import { answerDocument, describeDocument } from '../documents/answer-document.ts'
import { drawOrderDocument } from '../documents/draw-order-document.ts'
import { selectFulfilment } from '../fulfilment-queries.ts'
import { selectOrderByKey } from '../order-queries.ts'
import { selectLastPayment } from '../payment-queries.ts'
import { readCustomerMails } from './customer-mails.ts'
import { payOrder, payPlaced } from './pay-order.ts'
import { placeOrder } from './place-order.ts'
import { toOrderStatus } from './to-order-status.ts'

/** More than one person needs: a mobile network puts many behind one IP address. */
const ORDERS_PER_HOUR = 60
/** Each order sends a mail to that address. */
const ORDERS_PER_MAILBOX_AND_HOUR = 30
/** For mail addresses not known to be the customer's own. */
const MAILS_TO_STRANGERS_PER_DAY = { mailbox: 30, place: 100 }
const PAYMENTS_PER_HOUR = 120
/** Each one is drawn from scratch. */
const PAPERS_PER_HOUR = 60
const WRONG_KEYS_PER_HOUR = 60

const Parameter = v.object({ key: v.pipe(v.string(), v.maxLength(40)) })
const PaperParameter = v.object({ ...Parameter.entries, kind: CustomerPaper })
const describePaper = describeDocument('A document of an order that could not be mailed, for anyone with its key')

/** Routes for customers, with or without an account. The key alone gives access to an order: 75 random bits. */
export function orderRoutes(deps: Deps) {
  const orders = createRateLimit(ORDERS_PER_HOUR, HOUR_SECONDS)
  const mailboxes = createRateLimit(ORDERS_PER_MAILBOX_AND_HOUR, HOUR_SECONDS)
  const strangers = createRateLimit(MAILS_TO_STRANGERS_PER_DAY.mailbox, DAY_SECONDS)
  const strangersOf = createRateLimit(MAILS_TO_STRANGERS_PER_DAY.place, DAY_SECONDS)
  const payments = createRateLimit(PAYMENTS_PER_HOUR, HOUR_SECONDS)
  const papers = createRateLimit(PAPERS_PER_HOUR, HOUR_SECONDS)
  const wrongKeys = createRateLimit(WRONG_KEYS_PER_HOUR, HOUR_SECONDS)
  const addressOf = (c: Context<Env>) => clientAddress(c, deps.config)

  const orderOf = (c: Context<Env>, typed: string) =>
    countWrong(wrongKeys, addressOf(c), async () => {
      const key = parseOrderKey(typed)
      const order = key && (await selectOrderByKey(deps.database.db, key))
      if (!order) throw new AppError(404, 'order_not_found')
      return order
    })

  return new Hono<Env>()
    .post(
      '/shop/order',
      answers(
        'shop',
        'Order the items in the cart; repeating it with the same id returns the same order',
        PlacedOrder,
        201,
        {
          409: v.union([PriceChanged, ErrorReply]),
        },
      ),
      withoutSession,
      refuseLeftOut,
      validate('json', OrderBody),
      async (c) => {
        const body = c.req.valid('json')
        await orders.consume(addressOf(c))
        const { email } = body.address
        const mailbox = email.toLowerCase()
        if (email) await mailboxes.consume(mailbox)
        // an account with this address may order more, such as a club
        if (email && c.get('account')?.email.toLowerCase() !== mailbox) {
          await strangers.consume(mailbox)
          await strangersOf.consume(addressOf(c))
        }
        const locale = c.get('locale')
        const site = siteAddress(c, deps.config).origin
        const customer = { account: c.get('account'), locale, variant: variantOf(c, deps.config), site }
        const placed = await placeOrder(deps, customer, body)
        if ('changed' in placed) {
          const message = translate(locale, 'error.price_changed')
          return c.json({ message, code: 'price_changed' as const, ...toValidateReply(placed.changed) }, 409)
        }
        const { order, methods } = placed
        const paymentUrl = await payPlaced(deps, order, body.paymentMethod ?? undefined)
        const message = translate(locale, 'order.message.placed')
        return c.json({ message, key: order.key, total: amountToPay(order), paymentUrl, paymentMethods: methods }, 201)
      },
    )
    .get(
      '/shop/order/:key',
      answers('shop', 'The state of an order, for anyone with its key', OrderStatus),
      withoutSession,
      validate('param', Parameter),
      async (c) => {
        const { db } = deps.database
        const order = await orderOf(c, c.req.valid('param').key)
        const [lastPayment, fulfilment, mails] = await Promise.all([
          selectLastPayment(db, order.id),
          selectFulfilment(db, order.id),
          readCustomerMails(db, deps, order),
        ])
        return c.json(toOrderStatus(order, lastPayment, fulfilment, mails))
      },
    )
    .get(
      '/shop/order/:key/document/:kind',
      describePaper,
      withoutSession,
      validate('param', PaperParameter),
      async (c) => {
        const { key, kind } = c.req.valid('param')
        await papers.consume(addressOf(c))
        const order = await orderOf(c, key)
        const mails = await readCustomerMails(deps.database.db, deps, order)
        if (!mails.papers.includes(kind)) throw new AppError(404, 'paper_mailed')
        return answerDocument(c, await drawOrderDocument(deps, order.id, kind))
      },
    )
    .post(
      '/shop/order/:key/payment',
      answers('shop', 'Pay an order, or try another payment method', PayOrderReply),
      withoutSession,
      validate('param', Parameter),
      validate('json', PayOrderBody),
      async (c) => {
        await payments.consume(addressOf(c))
        const order = await orderOf(c, c.req.valid('param').key)
        const { paymentUrl } = await payOrder(deps, order, c.req.valid('json').paymentMethod)
        const bill = deps.mailer.available ? 'order.message.bill' : 'order.message.bill_here'
        const message = translate(c.get('locale'), paymentUrl ? 'order.message.payment' : bill)
        return c.json({ message, key: order.key, paymentUrl })
      },
    )
}
