import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Deps } from '../http/deps.ts'
import { buildLetter } from '../mails/build-letter.ts'
import { queueMail } from '../mails/queue-mail.ts'
import { translate } from '../platform/translate.ts'
import { selectAccountById } from './account-queries.ts'

/** Writes to the owner, within a transaction, what happened to the account, in case it was somebody else. */
export async function tellOwner(
  deps: Pick<Deps, 'database' | 'clock' | 'mailer' | 'wakeMails'>,
  within: Kysely<Tables>,
  accountId: number,
  event:
    | 'password_changed'
    | 'passkey_added'
    | 'api_token_made'
    | 'email_changed'
    | 'transmitter_moved'
    | 'codes_on'
    | 'codes_off'
    | 'codes_reset'
    | 'codes_guessed'
    | 'recovery_codes_made'
    | 'recovery_code_used',
  values: Record<string, string> = {},
): Promise<void> {
  if (!deps.mailer.available) return
  const account = await selectAccountById(within, accountId)
  if (!account) return
  const { language, email } = account
  const letter = buildLetter(language, {
    subject: translate(language, `account-mail.${event}.subject`),
    before: [translate(language, `account-mail.${event}.text`, { email, ...values })],
  })
  await queueMail(deps, { to: email, ...letter }, { within })
}
