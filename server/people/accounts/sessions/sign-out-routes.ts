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
import { deleteSession, selectSessionToLeave } from './session-queries.ts'
import { sessionOfToken } from './sign-out-token.ts'
import { distrustDevice } from './trusted-device.ts'

/** Signing out: by the cookie, or later by the token of a session that was left while offline. */
export const signOutRoutes = (deps: Deps) => {
  const { database, config, logger } = deps
  /** Ends a session, over or not, and returns the hash of its token. The device forgets whose it was. */
  const leave = async (c: Context, by: 'id' | 'token_hash', value: string) => {
    const session = await selectSessionToLeave(database.db, by, value)
    if (!session) return undefined
    await deleteSession(database.db, session.token_hash)
    distrustDevice(c, deps, session.email)
    logSecurity(logger, 'signed_out', { accountId: session.account_id, from: clientAddress(c, config) })
    return session.token_hash
  }

  return new Hono<Env>()
    .get(
      '/user/logout',
      answers('session', 'Sign out; does nothing without a session', MessageReply),
      withoutSession,
      async (c) => {
        const token = readSessionCookie(c, config)
        if (token) await leave(c, 'token_hash', hashToken(token))
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
        const left = id === undefined ? undefined : await leave(c, 'id', id)
        const own = readSessionCookie(c, config)
        if (own && hashToken(own) === left) {
          c.set('account', undefined)
          clearSessionCookie(c, config)
        }
        return c.json({ message: translate(c.get('locale'), 'account.message.signed_out') })
      },
    )
}
