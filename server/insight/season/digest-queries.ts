import type { Insertable, Kysely, Selectable } from 'kysely'
import { MONDAY_MORNING } from '#domain/insight/season-digest.ts'
import { DAY_MS } from '#domain/platform/durations.ts'
import type { Tables } from '../../store/tables.ts'
import type { SeasonDigestTable } from './season-table.ts'

export type DigestRow = Selectable<SeasonDigestTable>

export const selectDigest = (db: Kysely<Tables>, accountId: number): Promise<DigestRow | undefined> =>
  db.selectFrom('season_digest').selectAll().where('account_id', '=', accountId).executeTakeFirst()

export async function upsertDigest(
  db: Kysely<Tables>,
  accountId: number,
  changes: Partial<Omit<Insertable<SeasonDigestTable>, 'account_id'>>,
): Promise<void> {
  const { weekday, hour, timeZone } = MONDAY_MORNING
  await db
    .insertInto('season_digest')
    .values({ account_id: accountId, way: null, weekday, hour, time_zone: timeZone, ...changes })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ ...changes, account_id: accountId }))
    .execute()
}

/** Ends the weekly mails for good, including those waiting to be sent. Returns false if there were none. */
export async function endDigestMails(db: Kysely<Tables>, accountId: number): Promise<boolean> {
  const ended = await db
    .updateTable('season_digest')
    .set({ way: null })
    .where('account_id', '=', accountId)
    .where('way', '=', 'email')
    .returning('account_id')
    .executeTakeFirst()
  if (ended) await dropDigestMails(db, accountId)
  return ended !== undefined
}

/** Deletes the weekly mails of an account that are waiting to be sent. */
export async function dropDigestMails(db: Kysely<Tables>, accountId: number): Promise<void> {
  await db
    .deleteFrom('mail')
    .where('state', '=', 'due')
    .where('unsubscribe', 'is not', null)
    .where('recipient', '=', (eb) => eb.selectFrom('account').select('email').where('id', '=', accountId))
    .execute()
}

/** Returns the accounts that want a weekly summary. */
export const selectDigests = (db: Kysely<Tables>): Promise<DigestRow[]> =>
  db
    .selectFrom('season_digest')
    .innerJoin('account', 'account.id', 'season_digest.account_id')
    .selectAll('season_digest')
    .where('season_digest.way', 'is not', null)
    .where('account.active', '=', 1)
    .orderBy('season_digest.account_id')
    .execute()

/** Notes that the week that was `due` has been told. Returns false if it was told already, or is no longer wanted this way. */
export async function noteDigest(
  db: Kysely<Tables>,
  { accountId, way, now, due }: { accountId: number; way: DigestRow['way']; now: number; due: number },
): Promise<boolean> {
  const row = await db
    .updateTable('season_digest')
    .set({ last_at: now })
    .where('account_id', '=', accountId)
    .where('way', '=', way)
    .where(({ eb, or }) => or([eb('last_at', 'is', null), eb('last_at', '<', due), eb('last_at', '>', now + DAY_MS)]))
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a week that was due was told; a time more than a day ahead, from a wrong clock, does not count. */
export const wasTold = ({ last_at: at }: Pick<DigestRow, 'last_at'>, { due, now }: { due: number; now: number }) =>
  at !== null && at >= due && at <= now + DAY_MS

/** Returns what is needed of an account to write its mails. */
export const selectReader = (db: Kysely<Tables>, accountId: number) =>
  db
    .selectFrom('account')
    .select(['email', 'language', 'country', 'site_host'])
    .where('id', '=', accountId)
    .executeTakeFirst()
