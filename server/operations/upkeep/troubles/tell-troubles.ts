import { DAY_MS, MINUTE_MS } from '#domain/platform/durations.ts'
import type { Locale } from '#domain/platform/locale.ts'
import type { Deps } from '../../../deps.ts'
import { administratorsToTell } from '../../../people/accounts/administrators-to-tell.ts'
import { siteOf } from '../../../platform/http/site-address.ts'
import { troubleWords } from '../../../platform/loops/trouble-words.ts'
import { buildLetter } from '../../../platform/mails/build-letter.ts'
import { mailWaits } from '../../../platform/mails/mail-waits.ts'
import { queueMail } from '../../../platform/mails/queue-mail.ts'
import { translate } from '../../../platform/runtime/translate.ts'
import { noteTold, selectTroubles, type TroubleRow } from './trouble-queries.ts'

/** Troubles that begin within this time share a mail, and those over by then need none. */
const GATHER_MS = 5 * MINUTE_MS
/** A trouble that comes back within this time was not over. */
const OVER_MS = 15 * MINUTE_MS
const TOLD_AT_MOST = 30

type Telling = Pick<Deps, 'database' | 'clock' | 'config' | 'mailer' | 'troubles' | 'wakeMails'>

/**
 * Mails all administrators about new troubles, again each day while they continue, and when they are over. While mail itself fails it writes
 * nothing: the page shows that, and the rest is reported once mail works again. If no mail is waiting any more, nothing would show that it
 * works, so one is tried then.
 */
export async function tellTroubles(deps: Telling): Promise<void> {
  const { database, clock, mailer, troubles, wakeMails } = deps
  if (!mailer.available) return
  const isFailing = (await troubles.open()).some(({ kind }) => kind === 'mail_failing')
  if (isFailing && (await mailWaits(database.db))) return
  const now = clock.now()
  const told = await database.db.transaction().execute(async (db) => {
    const rows = (await selectTroubles(db, now - 7 * DAY_MS)).filter(({ kind }) => kind !== 'mail_failing')
    const open = rows.filter(({ ended_at }) => ended_at === null)
    const isDue = open.some(
      ({ since, told_at }) => Math.abs(now - (told_at ?? since)) >= (told_at ? DAY_MS : GATHER_MS),
    )
    const begun = isDue ? open.filter(({ told_at }) => told_at === null || Math.abs(now - told_at) >= DAY_MS) : []
    const over = rows.filter(
      ({ ended_at, told_at, end_told_at }) =>
        ended_at !== null && told_at !== null && end_told_at === null && Math.abs(now - ended_at) >= OVER_MS,
    )
    if (begun.length + over.length === 0) return false
    for (const { email, language, site_host } of await administratorsToTell(db, deps.config)) {
      const { origin } = siteOf(deps.config, site_host)
      await queueMail(deps, { to: email, ...letterOf(language, begun, over, origin) }, { within: db })
    }
    await noteTold(db, begun, 'told_at', now)
    await noteTold(db, over, 'end_told_at', now)
    return true
  })
  if (told) wakeMails()
}

function letterOf(
  language: Locale,
  begun: readonly TroubleRow[],
  over: readonly TroubleRow[],
  site: string | undefined,
) {
  const words = (row: TroubleRow) =>
    troubleWords(language, { kind: row.kind, subject: row.subject || undefined, values: row.values })
  const say = (id: 'begun' | 'over' | 'ended' | 'link', values = {}) =>
    translate(language, `trouble.mail.${id}`, values)
  return buildLetter(language, {
    subject: say(begun.length > 0 ? 'begun' : 'over'),
    before: [
      ...begun.slice(0, TOLD_AT_MOST).map((row) => `${words(row).text} ${words(row).todo}`),
      ...over.slice(0, TOLD_AT_MOST).map((row) => say('ended', { text: words(row).text })),
    ],
    ...(site ? { link: { words: say('link'), url: `${site}/a/fleet` } } : {}),
  })
}
