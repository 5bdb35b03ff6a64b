import { Hono } from 'hono'
import { MessageReply } from '#domain/account.ts'
import { PasswordBody, ResetCheckQuery, ResetCheckReply, ResetRequestQuery, ResetSetQuery } from '#domain/password.ts'
import { answers, withoutSession } from '../http/answers.ts'
import { clientAddress } from '../http/client-connection.ts'
import type { Deps } from '../http/deps.ts'
import type { Env } from '../http/env.ts'
import { createRateLimit } from '../http/rate-limit.ts'
import { requireAccount, signedIn } from '../http/require-account.ts'
import { validate } from '../http/validate.ts'
import { translate } from '../platform/translate.ts'
import { changePassword } from './change-password.ts'
import type { PasswordProof } from './prove-password.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { requireOwnHand } from './require-own-hand.ts'
import { checkPasswordReset, resetPassword } from './reset-password.ts'

const HOUR_SECONDS = 3600
const MAILS_AN_ADDRESS = 5
const REQUESTS_A_PLACE = 30
const LINKS_A_PLACE = 60

/** The calls that set a password. Reset links and passwords travel in the query here: no log may hold a query. */
export const passwordRoutes = (deps: Deps, prove: PasswordProof) => {
  const mails = createRateLimit(MAILS_AN_ADDRESS, HOUR_SECONDS)
  const requests = createRateLimit(REQUESTS_A_PLACE, HOUR_SECONDS)
  const links = createRateLimit(LINKS_A_PLACE, HOUR_SECONDS)
  return new Hono<Env>()
    .post(
      '/user/passwordReset/request',
      answers('session', 'Send a link to set a new password; known and unknown addresses alike', MessageReply),
      withoutSession,
      validate('query', ResetRequestQuery),
      async (c) => {
        const { email } = c.req.valid('query')
        await requests.consume(clientAddress(c, deps.config))
        await mails.consume(email)
        await requestPasswordReset(deps, email)
        return c.json({ message: translate(c.get('locale'), 'account.message.reset_requested') })
      },
    )
    .get(
      '/user/passwordReset/check',
      answers('session', 'Whether a link to set a new password is still good', ResetCheckReply),
      withoutSession,
      validate('query', ResetCheckQuery),
      async (c) => {
        await links.consume(clientAddress(c, deps.config))
        await checkPasswordReset(deps, c.req.valid('query').token)
        return c.json({ valid: true as const })
      },
    )
    .post(
      '/user/passwordReset/set',
      answers('session', 'Set a new password by a link; ends all sessions', MessageReply),
      withoutSession,
      validate('query', ResetSetQuery),
      async (c) => {
        await links.consume(clientAddress(c, deps.config))
        await resetPassword(deps, c.req.valid('query'))
        return c.json({ message: translate(c.get('locale'), 'account.message.password_saved') })
      },
    )
    .post(
      '/user/password',
      answers('account', 'Change the password; ends all other sessions', MessageReply),
      requireAccount,
      requireOwnHand,
      validate('json', PasswordBody),
      async (c) => {
        await changePassword(deps, prove, signedIn(c), c.req.valid('json'))
        return c.json({ message: translate(c.get('locale'), 'account.message.password_saved') })
      },
    )
}
