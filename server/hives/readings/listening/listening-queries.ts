import type { Kysely } from 'kysely'
import type { ListeningSpan } from '#domain/hives/listening-span.ts'
import type { ExpectedTransmitter } from '#domain/hives/nobody-heard.ts'
import type { Tables } from '../../../store/tables.ts'

export async function selectSpans(db: Kysely<Tables>): Promise<ListeningSpan[]> {
  const rows = await db.selectFrom('listening_span').select(['from', 'to']).orderBy('id').execute()
  return rows.map(({ from, to }) => ({ from: Number(from), to: Number(to) }))
}

export async function insertSpan(db: Kysely<Tables>, span: ListeningSpan): Promise<number> {
  const { id } = await db.insertInto('listening_span').values(span).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function moveSpanEnd(db: Kysely<Tables>, id: number, to: number): Promise<void> {
  await db.updateTable('listening_span').set({ to }).where('id', '=', id).execute()
}

/** Deletes spans that ended before a time, and those that a wrong clock wrote. */
export async function deleteSpans(db: Kysely<Tables>, beforeMs: number, afterMs: number): Promise<void> {
  await db
    .deleteFrom('listening_span')
    .where(({ or, eb }) => or([eb('to', '<', beforeMs), eb('to', '>', afterMs)]))
    .execute()
}

/** Ends the spans at a time before now. */
export async function cutSpans(db: Kysely<Tables>, at: number): Promise<void> {
  await db.deleteFrom('listening_span').where('from', '>=', at).execute()
  await db.updateTable('listening_span').set({ to: at }).where('to', '>', at).execute()
}

/** When anybody was last heard, in epoch ms; times after `nowMs`, from a wrong clock, say nothing. */
export async function selectLastHeard(db: Kysely<Tables>, nowMs: number): Promise<number> {
  const { heardAt } = await db
    .selectFrom('controller')
    .select(({ fn }) => fn.max('last_seen_at').as('heardAt'))
    .where('last_seen_at', '<=', nowMs)
    .executeTakeFirstOrThrow()
  return Number(heardAt ?? 0)
}

/** The transmitters that somebody owns and that have sent before; `collectingMs`: those whose subscription ended before this time are left out. */
export async function selectExpected(
  db: Kysely<Tables>,
  collectingMs: number | undefined,
): Promise<ExpectedTransmitter[]> {
  const rows = await db
    .selectFrom('controller')
    .select(['owner_id', 'last_seen_at', 'update_interval_hours'])
    .where('owner_id', 'is not', null)
    .where('last_seen_at', 'is not', null)
    .$if(collectingMs !== undefined, (query) =>
      query.where(({ or, eb }) =>
        or([eb('subscription_ends_at', 'is', null), eb('subscription_ends_at', '>', collectingMs!)]),
      ),
    )
    .execute()
  return rows.map(({ owner_id, last_seen_at, update_interval_hours }) => ({
    ownerId: Number(owner_id),
    heardAt: Number(last_seen_at),
    updateIntervalHours: update_interval_hours,
  }))
}

export async function countInUse(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('controller')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('owner_id', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The last time the server is known to have accepted anything, in epoch ms. */
export async function selectLastUp(db: Kysely<Tables>): Promise<number | undefined> {
  const span = await db.selectFrom('listening_span').select('to').orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (span) return Number(span.to)
  const { seen } = await db
    .selectFrom('controller')
    .select(({ fn }) => fn.max('last_seen_at').as('seen'))
    .executeTakeFirstOrThrow()
  return seen === null ? undefined : Number(seen)
}

/** Changes nothing. Throws if the inbox takes no rows, as when somebody holds only that table in PostgreSQL. */
export async function tryInbox(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('inbox').where('id', '=', 0).execute()
}
