import { Hono } from 'hono'
import * as v from 'valibot'
import { OwnSession, SessionEndedReply, SessionParameter, SessionsEndedReply } from '#domain/people/session.ts'
import type { Deps } from '../../../deps.ts'
import type { Env } from '../../../platform/http/env.ts'
import { requireAccount, signedIn } from '../../../platform/http/require-account.ts'
import { answers } from '../../../platform/http/schemas/answers.ts'
import { validate } from '../../../platform/http/schemas/validate.ts'
import { translate } from '../../../platform/runtime/translate.ts'
import { requireOwnHand } from '../require-own-hand.ts'
import { logSecurity } from '../security-log.ts'
import { endOtherSessions, endSession, readSessions } from './own-sessions.ts'
import { clearSessionCookie } from './session-cookie.ts'

/** Where one's own account is signed in. */
export const sessionRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      '/user/sessions',
      answers('account', 'Where this account is signed in', v.array(OwnSession)),
      requireAccount,
      async (c) => c.json(await readSessions(deps, signedIn(c))),
    )
    .delete(
      '/user/sessions',
      answers('account', 'Sign out everywhere else', SessionsEndedReply),
      requireAccount,
      requireOwnHand,
      async (c) => {
        const account = signedIn(c)
        const ended = await endOtherSessions(deps, account)
        logSecurity(deps.logger, 'sessions_ended', { accountId: account.accountId, ended })
        return c.json({ message: translate(c.get('locale'), 'account.message.sessions_ended', { ended }), ended })
      },
    )
    .delete(
      '/user/sessions/:id',
      answers('account', 'Sign out one device', SessionEndedReply),
      requireAccount,
      requireOwnHand,
      validate('param', SessionParameter),
      async (c) => {
        const account = signedIn(c)
        const { id } = c.req.valid('param')
        const { tokenHash } = await endSession(deps, account, id)
        logSecurity(deps.logger, 'session_ended', { accountId: account.accountId })
        if (tokenHash === account.tokenHash) {
          c.set('account', undefined)
          clearSessionCookie(c, deps.config)
        }
        return c.json({ message: translate(c.get('locale'), 'account.message.session_ended'), id })
      },
    )
