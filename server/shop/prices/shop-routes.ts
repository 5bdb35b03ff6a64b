import { Hono } from 'hono'
import { HOUR_SECONDS } from '#domain/platform/durations.ts'
import { Cart } from '#domain/shop/cart.ts'
import { ValidateReply } from '#domain/shop/price.ts'
import type { Deps } from '../../deps.ts'
import { clientAddress } from '../../platform/http/connections/client-connection.ts'
import type { Env } from '../../platform/http/env.ts'
import { countWrong } from '../../platform/http/limits/count-wrong.ts'
import { createRateLimit } from '../../platform/http/limits/rate-limit.ts'
import { answers, withoutSession } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { priceOrder } from './price-order.ts'
import { refuseLeftOut } from './refuse-left-out.ts'
import { toValidateReply } from './to-validate-reply.ts'

/** Few enough that nobody finds a promo code by guessing from one address. */
const WRONG_CODES_PER_HOUR = 60

export const shopRoutes = (deps: Deps) => {
  const wrongCodes = createRateLimit(WRONG_CODES_PER_HOUR, HOUR_SECONDS)

  const countingWrongCodes = <Result>(address: string, price: () => Promise<Result>): Promise<Result> =>
    countWrong(wrongCodes, address, price, ({ code }) => code === 'promo_code_invalid')

  return new Hono<Env>().post(
    '/shop/validate',
    answers('shop', 'What a cart costs now; nothing is ordered', ValidateReply),
    withoutSession,
    refuseLeftOut,
    validate('json', Cart),
    async (c) => {
      const cart = c.req.valid('json')
      const asked = { cart, accountId: c.get('account')?.accountId ?? null, locale: c.get('locale') }
      const price = () => priceOrder(deps, asked)
      const priced = await (cart.promoCode ? countingWrongCodes(clientAddress(c, deps.config), price) : price())
      return c.json(toValidateReply(priced))
    },
  )
}
