import { type Context, Hono } from 'hono'
import { MessageReply, SignOutBody } from '#domain/people/account.ts'
import type { Deps } from '../../../deps.ts'
import { clientAddress } from '../../../platform/http/connections/client-connection.ts'
import type { Env } from '../../../platform/http/env.ts'
import { answers, withoutSession } from '../../../platform/http/schemas/answers.ts'
import { validate } from '../../../platform/http/schemas/validate.ts'
import { hashToken } from '../../../platform/runtime/ids.ts'
import { translate } from '../../../platform/runtime/translate.ts'
import { logSecurity } from '../security-log.ts'
import { clearSessionCookie, readSessionCookie } from './session-cookie.ts'
import { deleteSession, selectSessionNamed } from './session-queries.ts'
import { sessionOfToken } from './sign-out-token.ts'
import { distrustDevice } from './trusted-device.ts'

/** Signing out: by the cookie, or later by the token of a session that was left while offline. */
export const signOutRoutes = (deps: Deps) => {
  const { database, config, logger } = deps
  const note = (c: Context, accountId: number) =>
    logSecurity(logger, 'signed_out', { accountId, from: clientAddress(c, config) })

  return new Hono<Env>()
    .get(
      '/user/logout',
      answers('session', 'Sign out; does nothing without a session', MessageReply),
      withoutSession,
      async (c) => {
        const token = readSessionCookie(c, config)
        const account = c.get('account')
        if (token) await deleteSession(database.db, hashToken(token))
        if (account) {
          distrustDevice(c, deps, account.actor?.email ?? account.email)
          note(c, account.accountId)
        }
        c.set('account', undefined)
        clearSessionCookie(c, config)
        return c.json({ message: translate(c.get('locale'), 'account.message.signed_out') })
      },
    )
    .post(
      '/user/logout',
      answers(
        'session',
        'End the session of a token from `user/ping`; a session that is already over is fine',
        MessageReply,
      ),
      withoutSession,
      validate('json', SignOutBody),
      async (c) => {
        const id = sessionOfToken(deps, c.req.valid('json').token)
        const session = id === undefined ? undefined : await selectSessionNamed(database.db, id)
        if (session) {
          await deleteSession(database.db, session.token_hash)
          distrustDevice(c, deps, session.email)
          note(c, session.account_id)
        }
        const own = readSessionCookie(c, config)
        if (session && own && hashToken(own) === session.token_hash) {
          c.set('account', undefined)
          clearSessionCookie(c, config)
        }
        return c.json({ message: translate(c.get('locale'), 'account.message.signed_out') })
      },
    )
}
