import { Hono } from 'hono'
import { MessageReply } from '#domain/account.ts'
import { AccountExport, AccountRemovalBody } from '#domain/account-removal.ts'
import type { PasswordProof } from '../accounts/prove-password.ts'
import { requireOwnHand } from '../accounts/require-own-hand.ts'
import { logSecurity } from '../accounts/security-log.ts'
import { clearSessionCookie } from '../accounts/session-cookie.ts'
import { answers } from '../http/answers.ts'
import type { Deps } from '../http/deps.ts'
import type { Env } from '../http/env.ts'
import { createRateLimit } from '../http/rate-limit.ts'
import { requireAccount, signedIn } from '../http/require-account.ts'
import { textStream } from '../http/text-stream.ts'
import { validate } from '../http/validate.ts'
import { translate } from '../platform/translate.ts'
import { exportAccount } from './export-account.ts'
import { removeAccount } from './remove-account.ts'

const EXPORTS_AN_HOUR = 6

/** Taking everything along, and leaving. */
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
          'Content-Disposition': `attachment; filename="hivewatch-${day}.json"`,
        })
      },
    )
    .post(
      '/user/delete',
      answers('account', 'Delete this account and everything that belongs to it', MessageReply),
      requireAccount,
      requireOwnHand,
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
