import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { counted } from '../../platform/db/list-order.ts'
import type { Tables } from '../../store/tables.ts'
import { latestCodeEnd } from './watch-code.ts'
import type { EndedWatchTable, WatchTable } from './watch-table.ts'

export type WatchRow = Selectable<WatchTable>

const people = ['account.firstname', 'account.lastname', 'account.company'] as const

/** The watches of an account, with the owners' names, ordered by the transmitters' names. */
export const selectWatches = (db: Kysely<Tables>, accountId: number) =>
  db
    .selectFrom('watch')
    .innerJoin('controller', 'controller.id', 'watch.controller_id')
    .leftJoin('account', 'account.id', 'controller.owner_id')
    .selectAll('watch')
    .select('controller.name')
    .select(people)
    .where('watch.account_id', '=', accountId)
    .orderBy(counted(sql.ref('controller.name')))
    .orderBy('controller.id')
    .execute()

/** The watchers of a transmitter, longest first. */
export const selectWatchers = (db: Kysely<Tables>, controllerId: number) =>
  db
    .selectFrom('watch')
    .innerJoin('account', 'account.id', 'watch.account_id')
    .select(['watch.account_id', 'watch.created_at', ...people])
    .where('watch.controller_id', '=', controllerId)
    .orderBy('watch.created_at')
    .orderBy('watch.account_id')
    .execute()

export const selectWatchCode = (db: Kysely<Tables>, controllerId: number) =>
  db
    .selectFrom('controller')
    .select(['watch_code_hash', 'watch_code_sealed', 'watch_code_ends_at'])
    .where('id', '=', controllerId)
    .executeTakeFirst()

/** Throws a unique violation if another transmitter has this code. */
export async function updateWatchCode(
  db: Kysely<Tables>,
  controllerId: number,
  code: { hash: string; sealed: string; endsAt: number },
): Promise<void> {
  await db
    .updateTable('controller')
    .set({ watch_code_hash: code.hash, watch_code_sealed: code.sealed, watch_code_ends_at: code.endsAt })
    .where('id', '=', controllerId)
    .execute()
}

/** Frees a code that is not open for another transmitter. */
export async function forgetEndedCode(db: Kysely<Tables>, hash: string, nowMs: number): Promise<void> {
  await db
    .updateTable('controller')
    .set({ watch_code_hash: null })
    .where('watch_code_hash', '=', hash)
    .where(({ or, eb }) =>
      or([eb('watch_code_ends_at', '<=', nowMs), eb('watch_code_ends_at', '>', latestCodeEnd(nowMs))]),
    )
    .execute()
}

export const selectControllerByWatchCode = (db: Kysely<Tables>, hash: string, nowMs: number) =>
  db
    .selectFrom('controller')
    .select(['id', 'owner_id'])
    .where('watch_code_hash', '=', hash)
    .where('watch_code_ends_at', '>', nowMs)
    .where('watch_code_ends_at', '<=', latestCodeEnd(nowMs))
    .executeTakeFirst()

/** Undefined if the account already watches this transmitter. */
export const insertWatch = (db: Kysely<Tables>, row: Insertable<WatchTable>): Promise<WatchRow | undefined> =>
  db
    .insertInto('watch')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'controller_id']).doNothing())
    .returningAll()
    .executeTakeFirst()

/** The newest watch that an account started with this code. */
export const selectWatchByCode = (db: Kysely<Tables>, accountId: number, hash: string) =>
  db
    .selectFrom('watch')
    .select('controller_id')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()

export const deleteWatch = (
  db: Kysely<Tables>,
  accountId: number,
  controllerId: number,
): Promise<WatchRow | undefined> =>
  db
    .deleteFrom('watch')
    .where('account_id', '=', accountId)
    .where('controller_id', '=', controllerId)
    .returningAll()
    .executeTakeFirst()

export async function insertEndedWatch(db: Kysely<Tables>, row: Insertable<EndedWatchTable>): Promise<void> {
  const { account_id: _account, controller_id: _controller, ...changes } = row
  await db
    .insertInto('ended_watch')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'controller_id']).doUpdateSet(changes))
    .execute()
}

/** Removes and returns the watch that this account ended within these times, if it can be undone. */
export const takeEndedWatch = (
  db: Kysely<Tables>,
  accountId: number,
  hash: string,
  { from, to }: { from: number; to: number },
): Promise<Selectable<EndedWatchTable> | undefined> =>
  db
    .deleteFrom('ended_watch')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .where('ended_at', '>=', from)
    .where('ended_at', '<=', to)
    .returningAll()
    .executeTakeFirst()

export async function deleteEndedWatches(db: Kysely<Tables>, endedBeforeMs: number): Promise<void> {
  await db.deleteFrom('ended_watch').where('ended_at', '<', endedBeforeMs).execute()
}

/** Deletes this account's watch of the transmitter, including an ended one, so that it cannot be brought back. */
export async function deleteWatchesOf(db: Kysely<Tables>, controllerId: number, accountId: number): Promise<void> {
  for (const table of ['watch', 'ended_watch'] as const) {
    await db.deleteFrom(table).where('controller_id', '=', controllerId).where('account_id', '=', accountId).execute()
  }
}
