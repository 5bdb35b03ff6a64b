import type { SeasonDigest, SeasonDigestEdit } from '#domain/insight/season-digest.ts'
import { defined } from '#domain/platform/defined.ts'
import type { Deps } from '../../deps.ts'
import { flag } from '../../platform/db/flag.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { dropDigestMails, upsertDigest } from './digest-queries.ts'
import { readDigest } from './read-digest.ts'

/**
 * Changes how and when an account gets its weekly summary; the first one comes at the next chosen time. An
 * account that has chosen is not asked again. Throws 503 `mail_unavailable` if this server sends no mail.
 */
export async function editDigest(
  { database, clock, mailer }: Pick<Deps, 'database' | 'clock' | 'mailer'>,
  accountId: number,
  { way, weekday, hour, timeZone, notAsked }: SeasonDigestEdit,
): Promise<SeasonDigest> {
  if (way === 'email' && !mailer.available) throw new AppError(503, 'mail_unavailable')
  const when = defined({ way, weekday, hour, time_zone: timeZone })
  const isAsked = way === undefined ? notAsked : true
  return database.db.transaction().execute(async (within) => {
    await upsertDigest(within, accountId, {
      ...when,
      ...(Object.keys(when).length > 0 && { last_at: clock.now() }),
      ...(isAsked !== undefined && { not_asked: flag(isAsked) }),
    })
    if (way !== undefined && way !== 'email') await dropDigestMails(within, accountId)
    return readDigest(within, accountId)
  })
}
