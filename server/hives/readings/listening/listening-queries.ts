import type { Kysely } from 'kysely'
import type { ListeningSpan } from '#domain/hives/listening-span.ts'
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
