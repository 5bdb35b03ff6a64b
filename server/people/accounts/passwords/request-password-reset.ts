import { RESET_LIFE_MINUTES } from '#domain/people/password.ts'
import { DEFAULT_LOCALE, type Locale } from '#domain/platform/locale.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { siteOf } from '../../../platform/http/site-address.ts'
import { buildLetter } from '../../../platform/mails/build-letter.ts'
import { queueMail } from '../../../platform/mails/queue-mail.ts'
import { hashToken } from '../../../platform/runtime/ids.ts'
import { translate } from '../../../platform/runtime/translate.ts'
import { selectAccountByEmail } from '../account-queries.ts'
import { deleteEndedResets, insertPasswordReset } from '../password-reset-queries.ts'

const LIFE_MS = RESET_LIFE_MINUTES * 60_000
/** The life of a mail to nobody: queued like any other, so that an unknown address takes the same time, but expired before it is sent. */
const NOBODYS_LIFE_MS = 0

/**
 * Sends a link to set a new password. An unknown address gets the same answer and writes the same rows, but no mail is sent. The link
 * always leads to a host in the settings, never to the host named by the request; earlier links stay valid. Throws 503 `mail_unavailable`.
 */
export async function requestPasswordReset(
  deps: Pick<Deps, 'database' | 'clock' | 'ids' | 'config' | 'mailer' | 'wakeMails'>,
  email: string,
  { sends, host }: { sends: boolean; host?: string | undefined },
): Promise<void> {
  const { database, clock, ids, config, mailer } = deps
  if (!mailer.available || !config.publicUrl) throw new AppError(503, 'mail_unavailable')
  if (!sends) return
  const found = await selectAccountByEmail(database.db, email)
  const account = found?.active ? found : undefined
  const token = ids.token()
  const now = clock.now()
  const url = `${siteOf(config, host ?? account?.site_host).origin}/password/reset/${token}`
  const letter = resetLetter(account?.language ?? DEFAULT_LOCALE, url)
  await database.db.transaction().execute(async (within) => {
    await deleteEndedResets(within, now)
    await insertPasswordReset(within, {
      token_hash: hashToken(token),
      account_id: account?.id ?? null,
      created_at: now,
      expires_at: now + LIFE_MS,
    })
    await queueMail(deps, { to: email, ...letter }, { lifeMs: account ? LIFE_MS : NOBODYS_LIFE_MS, within })
  })
  deps.wakeMails()
}

const resetLetter = (language: Locale, url: string) =>
  buildLetter(language, {
    subject: translate(language, 'account-mail.reset.subject'),
    before: [translate(language, 'account-mail.reset.text', { minutes: RESET_LIFE_MINUTES })],
    link: { words: translate(language, 'account-mail.reset.link'), url },
    after: [translate(language, 'account-mail.reset.ignore')],
  })
