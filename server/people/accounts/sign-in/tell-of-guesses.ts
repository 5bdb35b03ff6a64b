import { DEFAULT_LOCALE, type Locale } from '#domain/platform/locale.ts'
import type { Deps } from '../../../deps.ts'
import { siteOf } from '../../../platform/http/site-address.ts'
import { buildLetter } from '../../../platform/mails/build-letter.ts'
import { queueMail } from '../../../platform/mails/queue-mail.ts'
import { translate } from '../../../platform/runtime/translate.ts'
import { selectAccountByEmail } from '../account-queries.ts'
import { sealUnlocking, UNLOCK_DAYS } from './unlock-device.ts'

/** The life of a mail to nobody, so that an unknown address takes the same time; it has expired before it is sent. */
const NOBODYS_LIFE_MS = 0

/** Notifies the owner that somebody is guessing the password, with a link that lets a new device try nevertheless. */
export async function tellOfGuesses(
  deps: Pick<Deps, 'database' | 'clock' | 'config' | 'secrets' | 'mailer' | 'wakeMails'>,
  email: string,
  tries: number,
): Promise<void> {
  const { database, config, mailer } = deps
  if (!mailer.available) return
  const found = await selectAccountByEmail(database.db, email)
  const account = found?.active ? found : undefined
  const { origin } = siteOf(config, account?.site_host)
  const link = origin && `${origin}/login/unlock/${sealUnlocking(deps, email)}`
  const letter = guessesLetter(account?.language ?? DEFAULT_LOCALE, { email, tries, link })
  await queueMail(deps, { to: email, ...letter }, account ? {} : { lifeMs: NOBODYS_LIFE_MS })
}

const guessesLetter = (
  language: Locale,
  { email, tries, link }: { email: string; tries: number; link?: string | undefined },
) =>
  buildLetter(language, {
    subject: translate(language, 'account-mail.guesses.subject'),
    before: [
      translate(language, 'account-mail.guesses.text', { email, tries }),
      translate(language, 'account-mail.guesses.in'),
    ],
    ...(link && { link: { words: translate(language, 'account-mail.guesses.link'), url: link } }),
    after: [
      ...(link ? [translate(language, 'account-mail.guesses.good', { days: UNLOCK_DAYS })] : []),
      translate(language, 'account-mail.guesses.advice'),
    ],
  })
