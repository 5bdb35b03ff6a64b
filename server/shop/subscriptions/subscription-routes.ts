import { Hono } from 'hono'
import * as v from 'valibot'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import { Redemption, RenewBody, RenewReply } from '#domain/shop/subscription.ts'
import type { Deps } from '../../deps.ts'
import { toController } from '../../hives/controllers/to-controller.ts'
import { requireController } from '../../hives/controllers/visible-controllers.ts'
import type { CodedIssue } from '../../platform/http/app-error.ts'
import { clientAddress } from '../../platform/http/connections/client-connection.ts'
import type { Env } from '../../platform/http/env.ts'
import { IdParameter } from '../../platform/http/id-parameter.ts'
import { requireAccount, signedIn } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { selectRedemptions } from './order-key-queries.ts'
import type { OrderKeyTries } from './order-key-tries.ts'
import { renewSubscription } from './renew-subscription.ts'
import { toRedemption } from './to-redemption.ts'

const keyFault = (issues: CodedIssue[]): ErrorCode | undefined =>
  issues.some(({ path }) => path === 'orderKey') ? 'order_key_invalid' : undefined

export const subscriptionRoutes = (deps: Deps, tries: OrderKeyTries) =>
  new Hono<Env>()
    .post(
      '/controller/:id/renew',
      answers('subscription', 'Extend the subscription of a transmitter with an order key', RenewReply),
      requireAccount,
      validate('param', IdParameter),
      validate('json', RenewBody, keyFault),
      async (c) => {
        const account = signedIn(c)
        const who = { accountId: account.accountId, address: clientAddress(c, deps.config) }
        const { id: controllerId } = c.req.valid('param')
        const asked = { controllerId, ...c.req.valid('json') }
        const renewed = await tries(who, () => renewSubscription(deps, account, asked))
        const { row, access } = renewed.controller
        const redemption = toRedemption(renewed.redemption)
        const { extraDays: days } = redemption
        const message = translate(c.get('locale'), `subscription.message.${days ? 'renewed_longer' : 'renewed'}`, {
          days,
        })
        return c.json({ message, ...toController(row, access, deps.clock.now(), deps.config), redemption })
      },
    )
    .get(
      '/controller/:id/redemptions',
      answers('subscription', 'Order keys redeemed for a transmitter of your own, newest first', v.array(Redemption)),
      requireAccount,
      validate('param', IdParameter),
      async (c) => {
        const { db } = deps.database
        const { id, row } = await requireController(db, signedIn(c), c.req.valid('param').id, 'write')
        const redemptions = row.owner_id === null ? [] : await selectRedemptions(db, id, row.owner_id)
        return c.json(redemptions.map(toRedemption))
      },
    )
