import { Hono } from 'hono'
import * as v from 'valibot'
import { Day } from '#domain/platform/moment.ts'
import { PaymentMethod } from '#domain/shop/cart.ts'
import { OrderFlag, OrderState } from '#domain/shop/order.ts'
import {
  OrderDetail,
  OrderDetailReply,
  OrderEditBody,
  OrderList,
  OrderMailBody,
} from '#domain/shop/order-administration.ts'
import { OrderDocumentKind } from '#domain/shop/order-document.ts'
import { swissPeriod } from '#domain/shop/swiss-period.ts'
import type { Deps } from '../../../deps.ts'
import type { Env } from '../../../platform/http/env.ts'
import { IdParameter } from '../../../platform/http/id-parameter.ts'
import { Direction, listQuery } from '../../../platform/http/list-query.ts'
import { requireAccount, requireAdmin, signedIn } from '../../../platform/http/require-account.ts'
import { answers } from '../../../platform/http/schemas/answers.ts'
import { validate } from '../../../platform/http/schemas/validate.ts'
import { translate } from '../../../platform/runtime/translate.ts'
import { answerDocument, describeDocument } from '../documents/answer-document.ts'
import { drawOrderDocument } from '../documents/draw-order-document.ts'
import { editOrder } from './administer-edit-order.ts'
import { listOrders } from './administer-list-orders.ts'
import { mailOrder, type OrderMailing, orderMailings } from './administer-mail-order.ts'
import { readOrderDetail } from './administer-order-detail.ts'

const flag = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((word) => word === 'true'),
)
const ListQuery = v.object({
  ...listQuery(['orderedAt', 'total']),
  direction: v.optional(Direction, 'descending'),
  state: v.optional(OrderState),
  paid: v.optional(flag),
  flag: v.optional(OrderFlag),
  lacks: v.optional(OrderFlag),
  method: v.optional(PaymentMethod),
  attention: v.optional(flag),
  /** Days in Swiss time, both inclusive. */
  from: v.optional(Day),
  to: v.optional(Day),
})
const DocumentParameter = v.object({ ...IdParameter.entries, kind: OrderDocumentKind })
const MailParameter = v.object({
  ...IdParameter.entries,
  mailing: v.picklist(Object.keys(orderMailings) as [OrderMailing, ...OrderMailing[]]),
})
const Release = v.object({
  commissionerIndex: v.optional(v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number)), '0'),
})

/** Routes for administering orders. */
export const adminOrderRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      '/shop/orders',
      answers('shop', 'The orders, newest first; the first page includes totals for all of them', OrderList),
      requireAccount,
      requireAdmin,
      validate('query', ListQuery),
      async (c) => {
        const { limit, cursor, sort, direction, from, to, ...filter } = c.req.valid('query')
        return c.json(
          await listOrders(deps, { ...filter, ...swissPeriod(from, to) }, { limit, cursor, sort, direction }),
        )
      },
    )
    .get(
      '/shop/orders/:id',
      answers('shop', 'An order with its bill, payments and history', OrderDetail),
      requireAccount,
      requireAdmin,
      validate('param', IdParameter),
      async (c) => c.json(await readOrderDetail(deps, c.req.valid('param').id)),
    )
    .get(
      '/shop/orders/:id/document/:kind',
      describeDocument('A document of an order: confirmation, offer, invoice or advance'),
      requireAccount,
      requireAdmin,
      validate('param', DocumentParameter),
      async (c) => {
        const { id, kind } = c.req.valid('param')
        return answerDocument(c, await drawOrderDocument(deps, id, kind))
      },
    )
    .post(
      '/shop/orders/:id',
      answers('shop', 'Change an order by hand: state, flags, comment, discount, payment, address', OrderDetailReply),
      requireAccount,
      requireAdmin,
      validate('param', IdParameter),
      validate('json', OrderEditBody),
      async (c) => {
        const { id } = c.req.valid('param')
        await editOrder(deps, signedIn(c).accountId, id, c.req.valid('json'))
        const message = translate(c.get('locale'), 'shop-orders.message.saved')
        return c.json({ message, ...(await readOrderDetail(deps, id)) })
      },
    )
    .post(
      '/shop/orders/:id/:mailing',
      answers('shop', 'Send a mail about an order; once sent, it marks the order', OrderDetailReply),
      requireAccount,
      requireAdmin,
      validate('param', MailParameter),
      validate('query', Release),
      validate('json', OrderMailBody),
      async (c) => {
        const { id, mailing } = c.req.valid('param')
        const { sendTemplate: template, email, id: requestId } = c.req.valid('json')
        const { commissionerIndex } = c.req.valid('query')
        const asked = { id, mailing, template, commissionerIndex, email, requestId }
        const done = await mailOrder(deps, signedIn(c).accountId, asked)
        const message = translate(c.get('locale'), `shop-orders.message.${done}`)
        return c.json({ message, ...(await readOrderDetail(deps, id)) })
      },
    )
