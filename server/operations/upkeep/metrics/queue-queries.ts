import { type Kysely, sql } from 'kysely'
import { SENDER_BYTES } from '../../../hives/readings/inbox/inbox-senders.ts'
import type { Tables } from '../../../store/tables.ts'

export type StateCount = { state: string; count: number }

/** The number of deliveries, mails and jobs in each state. */
export async function countStates(
  db: Kysely<Tables>,
): Promise<{ deliveries: StateCount[]; mails: StateCount[]; jobs: StateCount[] }> {
  const count = sql<number>`count(*)`.as('count')
  const [deliveries, mails, jobs] = await Promise.all([
    db.selectFrom('delivery').select(['state', count]).groupBy('state').execute(),
    db.selectFrom('mail').select(['state', count]).groupBy('state').execute(),
    db.selectFrom('job').select(['status as state', count]).groupBy('status').execute(),
  ])
  return { deliveries: numbered(deliveries), mails: numbered(mails), jobs: numbered(jobs) }
}

const numbered = (rows: { state: string; count: number }[]): StateCount[] =>
  rows.map(({ state, count }) => ({ state, count: Number(count) }))

/** The number of requests waiting in the inbox: several may share a row. */
export async function countInbox(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('inbox')
    .select(sql<number>`coalesce(sum(coalesce(length(senders) / ${sql.lit(SENDER_BYTES)}, 1)), 0)`.as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Epoch ms since when the oldest of the inbox has been waiting; undefined if it is empty. */
export async function selectOldestWaiting(db: Kysely<Tables>): Promise<number | undefined> {
  const row = await db.selectFrom('inbox').select('received_at').orderBy('received_at').limit(1).executeTakeFirst()
  return row && Number(row.received_at)
}

/** The number of forwardings that are due. */
export async function countDueForwardings(db: Kysely<Tables>, nowMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('forwarding')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('paused', '=', 0)
    .where('waiting', '=', 0)
    .where('due_at', '<=', nowMs)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Epoch ms since when the longest overdue delivery and mail have been waiting; undefined if there is none. */
export async function selectOldestDue(
  db: Kysely<Tables>,
  nowMs: number,
): Promise<{ deliveries: number | undefined; mails: number | undefined }> {
  const oldest = async (table: 'delivery' | 'mail') => {
    const row = await db
      .selectFrom(table)
      .select('due_at')
      .where('state', '=', 'due')
      .where('due_at', '<=', nowMs)
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst()
    return row && Number(row.due_at)
  }
  return { deliveries: await oldest('delivery'), mails: await oldest('mail') }
}

/** When the newest backup finished, in epoch ms. */
export async function selectLastBackup(db: Kysely<Tables>): Promise<number | undefined> {
  const row = await db
    .selectFrom('job')
    .select('finished_at')
    .where('status', '=', 'done')
    .where('type', '=', 'BACKUP')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.finished_at == null ? undefined : Number(row.finished_at)
}
