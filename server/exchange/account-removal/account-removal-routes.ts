import { Hono } from 'hono'
import { AccountExport, AccountRemovalBody } from '#domain/exchange/account-removal.ts'
import { MessageReply } from '#domain/people/account.ts'
import type { Deps } from '../../deps.ts'
import type { PasswordProof } from '../../people/accounts/passwords/prove-password.ts'
import { requireOwnHand } from '../../people/accounts/require-own-hand.ts'
import { requireShownFactor } from '../../people/accounts/second-factor/require-shown-factor.ts'
import { logSecurity } from '../../people/accounts/security-log.ts'
import { clearSessionCookie } from '../../people/accounts/sessions/session-cookie.ts'
import type { Env } from '../../platform/http/env.ts'
import { createRateLimit } from '../../platform/http/limits/rate-limit.ts'
import { requireAccount, signedIn } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { fileName } from '../../platform/http/site-address.ts'
import { textStream } from '../../platform/http/text-stream.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { exportAccount } from './export-account.ts'
import { removeAccount } from './remove-account.ts'

const EXPORTS_AN_HOUR = 6

/** Routes for exporting one's data and deleting one's account. */
export const accountRemovalRoutes = (deps: Deps, prove: PasswordProof) => {
  const exports = createRateLimit(EXPORTS_AN_HOUR, 3600)
  return new Hono<Env>()
    .get(
      '/user/export',
      answers('account', 'Everything that belongs to this account, as a file', AccountExport),
      requireAccount,
      requireOwnHand,
      async (c) => {
        const account = signedIn(c)
        await exports.consume(String(account.accountId))
        const day = new Date(deps.clock.now()).toISOString().slice(0, 10)
        return c.body(textStream(exportAccount(deps, account), deps.logger), 200, {
          'Content-Type': 'application/json',
          'Content-Disposition': `attachment; filename="${fileName(deps.config, account, `${day}.json`)}"`,
        })
      },
    )
    .post(
      '/user/delete',
      answers('account', 'Delete this account and everything that belongs to it', MessageReply),
      requireAccount,
      requireOwnHand,
      requireShownFactor(deps),
      validate('json', AccountRemovalBody),
      async (c) => {
        await removeAccount(deps, prove, signedIn(c), c.req.valid('json').password)
        logSecurity(deps.logger, 'account_removed', { accountId: signedIn(c).accountId })
        c.set('account', undefined)
        clearSessionCookie(c, deps.config)
        return c.json({ message: translate(c.get('locale'), 'account.message.deleted') })
      },
    )
}
