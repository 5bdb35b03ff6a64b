import type { ExpressionBuilder, Insertable, Kysely, Selectable, Updateable } from 'kysely'
import { levelNumber } from '#domain/hives/tiles/timeline-tile.ts'
import { FURTHEST_MS } from '../../platform/db/due-rows.ts'
import type { Tables } from '../../store/tables.ts'
import type { ForwardingRow } from './forwarding-queries.ts'
import type { ForwardingRunTable, ForwardingTable } from './forwarding-table.ts'

export type ForwardingRunRow = Selectable<ForwardingRunTable>

/** The forwardings in operation: confirmed, not paused, of an active account that still owns the transmitter, perhaps with new data. */
const running = (db: Kysely<Tables>) =>
  db
    .selectFrom('forwarding')
    .innerJoin('controller', (join) =>
      join
        .onRef('controller.id', '=', 'forwarding.controller_id')
        .onRef('controller.owner_id', '=', 'forwarding.account_id'),
    )
    .innerJoin('account', 'account.id', 'forwarding.account_id')
    .where('account.active', '=', 1)
    .where('forwarding.paused', '=', 0)
    .where('forwarding.waiting', '=', 0)
    .where('forwarding.unconfirmed', '=', 0)

/** Whether one is due; a time too far ahead was written by a clock that ran ahead, or is damaged. */
const isDue = (nowMs: number) => (where: ExpressionBuilder<Tables, 'forwarding'>) =>
  where.or([where('forwarding.due_at', '<=', nowMs), where('forwarding.due_at', '>', nowMs + FURTHEST_MS)])

/** What is needed to schedule a forwarding. */
export type DueForwarding = Pick<ForwardingRow, 'id' | 'account_id' | 'target' | 'address' | 'failures'>

/** Due forwardings, alternating between accounts, the oldest of each first. */
export const selectDueForwardings = (db: Kysely<Tables>, nowMs: number, limit: number): Promise<DueForwarding[]> => {
  const columns = ['id', 'account_id', 'target', 'address', 'failures'] as const
  const due = running(db)
    .where(isDue(nowMs))
    .select(columns.map((column) => `forwarding.${column}` as const))
    .select('forwarding.due_at')
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('forwarding.account_id').orderBy('forwarding.due_at').orderBy('forwarding.id'))
        .as('turn'),
    )
  return db
    .selectFrom(due.as('due'))
    .select(columns)
    .orderBy('turn')
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Undefined if it is no longer due. */
export const selectStillDueForwarding = (
  db: Kysely<Tables>,
  id: number,
  nowMs: number,
): Promise<ForwardingRow | undefined> =>
  running(db).selectAll('forwarding').where('forwarding.id', '=', id).where(isDue(nowMs)).executeTakeFirst()

/** Postpones due forwardings that cannot be sent now; this does not count as a try. One that goes to another address by now stays due. */
export async function holdForwardings(
  db: Kysely<Tables>,
  held: readonly Pick<DueForwarding, 'id' | 'address'>[],
  { untilMs, nowMs }: { untilMs: number; nowMs: number },
): Promise<void> {
  const ids = held.map(({ id }) => id)
  const addresses = [...new Set(held.map(({ address }) => address))]
  await db
    .updateTable('forwarding')
    .set({ due_at: untilMs })
    .where('id', 'in', ids)
    .where('address', 'in', addresses)
    .where(isDue(nowMs))
    .execute()
}

/** Epoch ms when the next one is due. */
export async function selectNextDueForwarding(db: Kysely<Tables>, afterMs: number): Promise<number | undefined> {
  const next = await running(db)
    .select('forwarding.due_at')
    .where('forwarding.due_at', '>', afterMs)
    .orderBy('forwarding.due_at')
    .limit(1)
    .executeTakeFirst()
  return next && Number(next.due_at)
}

/** Those of these transmitters that wait for new readings. */
export async function selectWaitingIds(db: Kysely<Tables>, controllerIds: readonly number[]): Promise<number[]> {
  if (controllerIds.length === 0) return []
  const rows = await db
    .selectFrom('forwarding')
    .select('id')
    .where('waiting', '=', 1)
    .where('controller_id', 'in', controllerIds)
    .execute()
  return rows.map(({ id }) => id)
}

export async function endWaiting(db: Kysely<Tables>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('forwarding').set({ waiting: 0 }).where('id', 'in', ids).execute()
}

/** Ends all waiting. After a start every forwarding is checked, since it is unknown what came in before. */
export async function endAllWaiting(db: Kysely<Tables>): Promise<void> {
  await db.updateTable('forwarding').set({ waiting: 0 }).where('waiting', '=', 1).execute()
}

/** With `dueAt`: only if it is still due since then, that is, if nobody has changed it since. */
export async function noteForwarding(
  db: Kysely<Tables>,
  id: number,
  changes: Updateable<ForwardingTable>,
  { dueAt }: { dueAt?: number } = {},
): Promise<boolean> {
  const changed = await db
    .updateTable('forwarding')
    .set(changes)
    .where('id', '=', id)
    .$if(dueAt !== undefined, (query) => query.where('due_at', '=', dueAt!))
    .returning('id')
    .execute()
  return changed.length > 0
}

export const selectRun = (db: Kysely<Tables>, forwardingId: number): Promise<ForwardingRunRow | undefined> =>
  db.selectFrom('forwarding_run').selectAll().where('forwarding_id', '=', forwardingId).executeTakeFirst()

/** Undefined if one is already under way. */
export const insertRun = (
  db: Kysely<Tables>,
  row: Insertable<ForwardingRunTable>,
): Promise<ForwardingRunRow | undefined> =>
  db
    .insertInto('forwarding_run')
    .values(row)
    .onConflict((conflict) => conflict.column('forwarding_id').doNothing())
    .returningAll()
    .executeTakeFirst()

export async function deleteRun(db: Kysely<Tables>, forwardingId: number): Promise<void> {
  await db.deleteFrom('forwarding_run').where('forwarding_id', '=', forwardingId).execute()
}

/** Raw tiles of a scale that begin at `from` (epoch seconds) or later and changed after `since`, oldest first. */
export const selectRawTilesSince = (db: Kysely<Tables>, scaleId: number, from: number, since: number) =>
  db
    .selectFrom('tile')
    .select(['from', 'bytes'])
    .where('scale_id', '=', scaleId)
    .where('level', '=', levelNumber.raw)
    .where('from', '>=', from)
    .where('revision', '>', since)
    .orderBy('from')
    .execute()

export async function selectRawTilesOf(db: Kysely<Tables>, scaleId: number, starts: readonly number[]) {
  if (starts.length === 0) return []
  return db
    .selectFrom('tile')
    .select(['from', 'bytes'])
    .where('scale_id', '=', scaleId)
    .where('level', '=', levelNumber.raw)
    .where('from', 'in', starts)
    .orderBy('from')
    .execute()
}

/** The newest raw tiles of a scale, newest first. */
export const selectNewestRawTiles = (db: Kysely<Tables>, scaleId: number, limit: number) =>
  db
    .selectFrom('tile')
    .select(['from', 'bytes'])
    .where('scale_id', '=', scaleId)
    .where('level', '=', levelNumber.raw)
    .orderBy('from', 'desc')
    .limit(limit)
    .execute()

export async function selectSent(
  db: Kysely<Tables>,
  forwardingId: number,
  scaleId: number,
  starts: readonly number[],
): Promise<{ from: number; bytes: Uint8Array }[]> {
  if (starts.length === 0) return []
  return db
    .selectFrom('forwarding_sent')
    .select(['from', 'bytes'])
    .where('forwarding_id', '=', forwardingId)
    .where('scale_id', '=', scaleId)
    .where('from', 'in', starts)
    .execute()
}

export async function upsertSent(
  db: Kysely<Tables>,
  row: { forwarding_id: number; scale_id: number; from: number; bytes: Uint8Array },
): Promise<void> {
  await db
    .insertInto('forwarding_sent')
    .values(row)
    .onConflict((conflict) => conflict.columns(['forwarding_id', 'scale_id', 'from']).doUpdateSet({ bytes: row.bytes }))
    .execute()
}
