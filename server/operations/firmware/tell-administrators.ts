import type { Kysely } from 'kysely'
import type { RolloutNumbers } from '#domain/operations/firmware-rollout.ts'
import type { Deps } from '../../deps.ts'
import { administratorsToTell } from '../../people/accounts/administrators-to-tell.ts'
import { siteOf } from '../../platform/http/site-address.ts'
import { buildLetter } from '../../platform/mails/build-letter.ts'
import { queueMail } from '../../platform/mails/queue-mail.ts'
import { translate } from '../../platform/runtime/translate.ts'
import type { Tables } from '../../store/tables.ts'

export type Telling = Pick<Deps, 'database' | 'clock' | 'config' | 'mailer' | 'wakeMails'>

/** Queues mails to all administrators, within a transaction, that a roll-out stopped by itself, and why; the caller wakes the mail loop. */
export async function tellAdministrators(
  deps: Telling,
  within: Kysely<Tables>,
  version: string,
  what: 'silent' | 'returned',
  numbers: RolloutNumbers,
): Promise<void> {
  const { mailer, config } = deps
  if (!mailer.available) return
  const values = { version, count: numbers[what], taken: numbers.taken }
  for (const { email, language, site_host } of await administratorsToTell(within, config)) {
    const words = (id: string) => translate(language, `firmware-mail.${id}`, values)
    const { origin } = siteOf(config, site_host)
    const link = origin && { words: words('link'), url: `${origin}/a/firmware` }
    const letter = buildLetter(language, {
      subject: words('subject'),
      before: [words(what), words('next')],
      ...(link ? { link } : {}),
    })
    await queueMail(deps, { to: email, ...letter }, { within })
  }
}
