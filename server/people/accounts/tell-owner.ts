import type { Kysely } from 'kysely'
import { isService } from '#domain/alerts/notification.ts'
import type { Locale } from '#domain/platform/locale.ts'
import type { Deps } from '../../deps.ts'
import { buildLetter } from '../../platform/mails/build-letter.ts'
import { storeMail } from '../../platform/mails/queue-mail.ts'
import { intlOf, translate } from '../../platform/runtime/translate.ts'
import type { Tables } from '../../store/tables.ts'
import { selectAccountById } from './account-queries.ts'
import { selectRinging } from './ringing-queries.ts'

/**
 * Notifies the owner, within a transaction, of what happened to the account, in case it was somebody else. The caller wakes the mail loop once that is
 * committed.
 */
export async function tellOwner(
  { clock, mailer }: { clock: Pick<Deps['clock'], 'now'>; mailer: Pick<Deps['mailer'], 'available'> },
  within: Kysely<Tables>,
  accountId: number,
  event:
    | 'password_changed'
    | 'passkey_added'
    | 'api_token_made'
    | 'email_changed'
    | 'transmitter_moved'
    | 'transmitter_received'
    | 'transmitter_released'
    | 'codes_on'
    | 'codes_off'
    | 'codes_ended'
    | 'codes_reset'
    | 'codes_guessed'
    | 'recovery_codes_made'
    | 'recovery_code_used'
    | 'signed_out'
    | 'forwarding_made',
  values: Record<string, string> = {},
): Promise<void> {
  if (!mailer.available) return
  const account = await selectAccountById(within, accountId)
  if (!account) return
  const { language, email } = account
  const letter = buildLetter(language, {
    subject: translate(language, `account-mail.${event}.subject`),
    before: [
      translate(language, `account-mail.${event}.text`, { email, ...values }),
      ...(event === 'password_changed' || event === 'codes_on' ? await ringingWords(within, accountId, language) : []),
    ],
  })
  await storeMail(within, { to: email, ...letter }, { now: clock.now() })
}

/** Channels go on with a new password or second factor, since alarms must not be missed; one of somebody else's has to be found by its owner. */
async function ringingWords(within: Kysely<Tables>, accountId: number, language: Locale): Promise<string[]> {
  const ringing = await selectRinging(within, accountId)
  if (ringing.length === 0) return []
  const names = ringing.map(({ type, name, device, address }) => {
    if (name !== '') return name
    if (type === 'push') return device ?? translate(language, 'account.session.unknown')
    return isService(type) ? translate(language, `notification-screen.service.${type}`) : address
  })
  const channels = intlOf(language).formatList(names, { type: 'conjunction' })
  return [translate(language, 'account-mail.ringing', { channels })]
}
