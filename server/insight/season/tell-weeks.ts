import { createDigestClock } from '#domain/insight/season-digest.ts'
import { defined } from '#domain/platform/defined.ts'
import { planWeekPush } from '../../alerts/notifications/planning/plan-week-push.ts'
import type { Deps } from '../../deps.ts'
import { visibleControllers } from '../../hives/controllers/visible-controllers.ts'
import { visibleScales } from '../../hives/scales/visible-scales.ts'
import { viewerOf } from '../../people/accounts/viewer-of.ts'
import { siteOf } from '../../platform/http/site-address.ts'
import { queueMail } from '../../platform/mails/queue-mail.ts'
import { scalesToAdvise } from './advise-account.ts'
import { type DigestRow, noteDigest, selectDigests, selectReader, wasTold } from './digest-queries.ts'
import { unsubscribePath, unsubscribeTokenOf } from './unsubscribe-token.ts'
import { buildWeekMail, type WeekOfPlace, weekWords } from './week-words.ts'

type TellDeps = Pick<
  Deps,
  'database' | 'clock' | 'loops' | 'config' | 'secrets' | 'mailer' | 'wakeMails' | 'wakeDeliveries'
>

/**
 * Creates the job that sends the weekly summary to whoever wants it, at their chosen hour. That it
 * was told is recorded in the transaction that queues it, so that nobody gets it twice.
 */
export function createWeekTelling(deps: TellDeps): () => Promise<void> {
  const each = deps.loops('weeks')
  return async () => {
    if (!deps.clock.isTrusted()) return
    const now = deps.clock.now()
    const dueOf = createDigestClock()
    await each.run(
      await selectDigests(deps.database.db),
      ({ account_id }) => `account ${account_id}`,
      async (row) => {
        if (row.way === 'email' && !deps.mailer.available) return
        const due = dueOf({ ...row, timeZone: row.time_zone }, now)
        if (due !== undefined && !wasTold(row, { due, now })) await tellWeek(deps, row, { due, now })
      },
    )
  }
}

async function tellWeek(
  deps: TellDeps,
  { account_id: accountId, way }: DigestRow,
  { due, now }: { due: number; now: number },
): Promise<void> {
  const { database, config, secrets } = deps
  const places = await readWeek(deps, accountId, now)
  const told = await database.db.transaction().execute(async (within) => {
    if (!(await noteDigest(within, { accountId, way, now, due }))) return false
    const reader = await selectReader(within, accountId)
    if (!reader || places.length === 0) return false
    const site = siteOf(config, reader.site_host)
    if (way === 'email') {
      const unsubscribe = site.origin && site.origin + unsubscribePath(unsubscribeTokenOf(secrets, accountId))
      const mail = { to: reader.email, ...buildWeekMail(reader, places, { ...site, unsubscribe }) }
      await queueMail(deps, { ...mail, ...defined({ unsubscribe }) }, { within })
      return true
    }
    return (await planWeekPush(within, { accountId, words: weekWords(reader, places) }, now)) > 0
  })
  if (!told) return
  if (way === 'email') deps.wakeMails()
  else deps.wakeDeliveries()
}

/** Returns the week at an account's own places, except those without a hive in use. */
async function readWeek(deps: TellDeps, accountId: number, now: number): Promise<WeekOfPlace[]> {
  const { db } = deps.database
  const account = await viewerOf(deps, accountId)
  if (!account) return []
  const own = (await visibleControllers(db, account)).filter(({ access }) => access === 'own')
  const scales = await scalesToAdvise(db, account, own)
  const hives = await deps.database.read('seasonWeek', { scales, now: Math.floor(now / 1000) })
  const names = new Map((await visibleScales(db, account, own)).map(({ id, row }) => [id, row.name]))
  return own.flatMap(({ id, row }) => {
    const ofPlace = hives.filter(({ advice }) => advice.controllerId === id)
    const named = ofPlace.map((hive) => ({ ...hive, name: names.get(hive.advice.scaleId) ?? '' }))
    return named.length === 0 ? [] : [{ place: row.name, hives: named }]
  })
}
