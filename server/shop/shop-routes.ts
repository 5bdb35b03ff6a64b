import { Hono } from 'hono'
import { Cart } from '#domain/cart.ts'
import { ValidateReply } from '#domain/price.ts'
import { answers, withoutSession } from '../http/answers.ts'
import type { Deps } from '../http/deps.ts'
import type { Env } from '../http/env.ts'
import { validate } from '../http/validate.ts'
import { priceOrder } from './price-order.ts'
import { toValidateReply } from './to-validate-reply.ts'

export const shopRoutes = (deps: Deps) =>
  new Hono<Env>().post(
    '/shop/validate',
    answers('shop', 'What a cart costs at this moment; it orders nothing', ValidateReply),
    withoutSession,
    validate('json', Cart),
    async (c) => {
      const accountId = c.get('account')?.accountId ?? null
      const price = await priceOrder(deps, { cart: c.req.valid('json'), accountId, locale: c.get('locale') })
      return c.json(toValidateReply(price))
    },
  )
