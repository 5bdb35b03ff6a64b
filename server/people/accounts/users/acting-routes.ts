import { Hono } from 'hono'
import { LoginReply } from '#domain/people/account.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { Env } from '../../../platform/http/env.ts'
import { IdParameter } from '../../../platform/http/id-parameter.ts'
import { requireAccount, requireAdmin, signedIn } from '../../../platform/http/require-account.ts'
import { answers } from '../../../platform/http/schemas/answers.ts'
import { validate } from '../../../platform/http/schemas/validate.ts'
import { translate } from '../../../platform/runtime/translate.ts'
import { toLoginReply } from '../account-reply.ts'
import { readSessionCookie, writeSessionCookie } from '../sessions/session-cookie.ts'
import { actAsUser } from './act-as-user.ts'
import { endActAs } from './end-act-as.ts'

const USER_AGENT_MAXIMUM = 200

/** Acting as a user, and returning. The browser's cookie changes: it stands for one of the two at a time. */
export const actingRoutes = (deps: Deps) => {
  const { config } = deps
  return new Hono<Env>()
    .post(
      '/admin/user/:id/actAs',
      answers('user', 'Act as a user, for an hour at most; the response carries that user’s session', LoginReply),
      requireAccount,
      requireAdmin,
      validate('param', IdParameter),
      async (c) => {
        const { id } = c.req.valid('param')
        const userAgent = (c.req.header('user-agent') ?? '').slice(0, USER_AGENT_MAXIMUM)
        const { token, user, seconds } = await actAsUser(deps, signedIn(c), id, userAgent)
        writeSessionCookie(c, config, token, seconds)
        c.set('account', undefined)
        const message = translate(c.get('locale'), 'account.message.acting', { email: user.email })
        return c.json(toLoginReply(user, 'password', config, message))
      },
    )
    .post(
      '/user/endActAs',
      answers('user', 'Stop acting as a user; the response carries the administrator’s own session', LoginReply),
      async (c) => {
        const token = readSessionCookie(c, config)
        if (!token) throw new AppError(401, 'not_signed_in')
        const own = await endActAs(deps, token)
        writeSessionCookie(c, config, own.token, own.seconds)
        c.set('account', undefined)
        return c.json(
          toLoginReply(own.account, own.factor, config, translate(c.get('locale'), 'account.message.acting_ended')),
        )
      },
    )
}
