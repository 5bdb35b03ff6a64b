import { Hono } from 'hono'
import { MessageReply } from '#domain/people/account.ts'
import { CodeMailReply, EmailBody, EmailChangeBody, EmailReply } from '#domain/people/email-change.ts'
import type { Deps } from '../../../deps.ts'
import { clientAddress } from '../../../platform/http/connections/client-connection.ts'
import type { Env } from '../../../platform/http/env.ts'
import { requireAccount, signedIn } from '../../../platform/http/require-account.ts'
import { answers } from '../../../platform/http/schemas/answers.ts'
import { validate } from '../../../platform/http/schemas/validate.ts'
import type { MailCodes } from '../../../platform/mails/confirm-mail-address.ts'
import { readCodeMail } from '../../../platform/mails/read-code-mails.ts'
import { translate } from '../../../platform/runtime/translate.ts'
import { requireConfirmed } from '../require-confirmed.ts'
import { requireOwnHand } from '../require-own-hand.ts'
import { requireShownFactor } from '../second-factor/require-shown-factor.ts'
import { logSecurity } from '../security-log.ts'
import { trustDevice } from '../sessions/trusted-device.ts'
import { beginEmailChange, changeEmail } from './change-email.ts'

/** Changes the e-mail address of one's own account. */
export const emailRoutes = (deps: Deps, mailCodes: MailCodes) =>
  new Hono<Env>()
    .get(
      '/user/email',
      answers('account', 'The status of the mail with the code for an address', CodeMailReply),
      requireAccount,
      validate('query', EmailBody),
      async (c) => {
        const { email } = c.req.valid('query')
        return c.json(await readCodeMail(deps.database.db, signedIn(c).accountId, email))
      },
    )
    .post(
      '/user/email',
      answers('account', 'Mail a code to the account’s new address', MessageReply),
      requireAccount,
      requireOwnHand,
      requireShownFactor(deps),
      requireConfirmed(deps),
      validate('json', EmailBody),
      async (c) => {
        const { email } = c.req.valid('json')
        await beginEmailChange(deps, mailCodes, { account: signedIn(c), email })
        return c.json({ message: translate(c.get('locale'), 'account.message.email_code_sent') })
      },
    )
    .post(
      '/user/email/confirm',
      answers('account', 'Change the address with the code sent to it; the old address is notified', EmailReply),
      requireAccount,
      requireOwnHand,
      requireShownFactor(deps),
      requireConfirmed(deps),
      validate('json', EmailChangeBody),
      async (c) => {
        const account = signedIn(c)
        const { email, code } = c.req.valid('json')
        await changeEmail(deps, mailCodes, { account, email, code })
        trustDevice(c, deps, email)
        const from = clientAddress(c, deps.config)
        logSecurity(deps.logger, 'email_changed', { accountId: account.accountId, email, from })
        return c.json({ message: translate(c.get('locale'), 'account.message.email_changed'), userEmail: email })
      },
    )
