import { Hono } from 'hono'
import { MessageReply } from '#domain/people/account.ts'
import {
  PasswordBody,
  ResetCheckQuery,
  ResetCheckReply,
  ResetRequestQuery,
  ResetSetQuery,
} from '#domain/people/password.ts'
import { HOUR_SECONDS } from '#domain/platform/durations.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { clientAddress, countedAddress } from '../../../platform/http/connections/client-connection.ts'
import type { Env } from '../../../platform/http/env.ts'
import { createPlaceLimit } from '../../../platform/http/limits/place-limit.ts'
import { createRateLimit } from '../../../platform/http/limits/rate-limit.ts'
import { requireAccount, signedIn } from '../../../platform/http/require-account.ts'
import { answers, withoutSession } from '../../../platform/http/schemas/answers.ts'
import { validate } from '../../../platform/http/schemas/validate.ts'
import { knownHost } from '../../../platform/http/site-address.ts'
import { translate } from '../../../platform/runtime/translate.ts'
import { requireOwnHand } from '../require-own-hand.ts'
import { logSecurity } from '../security-log.ts'
import { trustDevice, trustedDevice } from '../sessions/trusted-device.ts'
import type { SignInLimits } from '../sign-in/sign-in.ts'
import { changePassword } from './change-password.ts'
import type { PasswordProof } from './prove-password.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { createResetLimits } from './reset-limits.ts'
import { checkPasswordReset, resetPassword } from './reset-password.ts'

const WRONG_LINKS_A_PLACE = 60
const WRONG_REPEATS = 5

/** The routes that set a password. Reset links and passwords travel in the query here, so no log may contain a query. */
export const passwordRoutes = (deps: Deps, prove: PasswordProof, signIns: SignInLimits) => {
  const limits = createResetLimits()
  const wrongLinks = createPlaceLimit(WRONG_LINKS_A_PLACE, HOUR_SECONDS)
  const repeats = createRateLimit(WRONG_REPEATS, HOUR_SECONDS)
  /** Runs `use` for a link. A valid link is never refused, however many wrong ones were tried from the same place. */
  const byLink = async <Done>(place: string | undefined, use: () => Promise<Done>): Promise<Done> => {
    try {
      return await use()
    } catch (error) {
      if (error instanceof AppError && error.status === 404) await wrongLinks.consume(place)
      throw error
    }
  }
  return new Hono<Env>()
    .post(
      '/user/passwordReset/request',
      answers(
        'session',
        'Send a link to set a new password; the response is the same for unknown addresses',
        MessageReply,
      ),
      withoutSession,
      validate('query', ResetRequestQuery),
      async (c) => {
        const { email } = c.req.valid('query')
        const sends = await limits.ask(email, countedAddress(c, deps.config), trustedDevice(c, deps, email))
        await requestPasswordReset(deps, email, { sends, host: knownHost(c, deps.config) })
        logSecurity(deps.logger, 'password_reset_requested', { email, from: clientAddress(c, deps.config) })
        // the same for known and unknown addresses: it says something about the mail server only
        const isSilent = deps.breakers.email.open().length > 0
        const words = isSilent ? 'account.message.reset_waits' : 'account.message.reset_requested'
        return c.json({ message: translate(c.get('locale'), words) })
      },
    )
    .get(
      '/user/passwordReset/check',
      answers('session', 'Whether a link to set a new password is still valid', ResetCheckReply),
      withoutSession,
      validate('query', ResetCheckQuery),
      async (c) => {
        await byLink(countedAddress(c, deps.config), () => checkPasswordReset(deps, c.req.valid('query').token))
        return c.json({ valid: true as const })
      },
    )
    .post(
      '/user/passwordReset/set',
      answers('session', 'Set a new password with a link; ends all sessions', MessageReply),
      withoutSession,
      validate('query', ResetSetQuery),
      async (c) => {
        const account = await byLink(countedAddress(c, deps.config), () =>
          resetPassword(deps, repeats, c.req.valid('query')),
        )
        signIns.backOff.right(account.email)
        trustDevice(c, deps, account.email)
        logSecurity(deps.logger, 'password_reset', { accountId: account.id, from: clientAddress(c, deps.config) })
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
        const account = signedIn(c)
        await changePassword(deps, prove, account, c.req.valid('json'))
        const from = clientAddress(c, deps.config)
        logSecurity(deps.logger, 'password_changed', { accountId: account.accountId, from })
        return c.json({ message: translate(c.get('locale'), 'account.message.password_saved') })
      },
    )
}
