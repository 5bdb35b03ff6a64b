import type { Insertable, Kysely, Selectable } from 'kysely'
import type { ChannelType } from '#domain/alerts/notification.ts'
import type { NoticeAudience, NoticeChannelType } from '#domain/operations/customer-notice.ts'
import { CANCELLED } from '../../alerts/notifications/sending/drop-reason.ts'
import type { Tables } from '../../store/tables.ts'
import type { CustomerNoticeTable } from './customer-notice-table.ts'

export type NoticeRow = Selectable<CustomerNoticeTable>

export const insertNotice = async (db: Kysely<Tables>, row: Insertable<CustomerNoticeTable>): Promise<number> =>
  (await db.insertInto('customer_notice').values(row).returning('id').executeTakeFirstOrThrow()).id

/** The id of an identical message created at `since` (epoch ms) or later. */
export async function selectSameNotice(
  db: Kysely<Tables>,
  row: Omit<NoticeRow, 'id' | 'job_id' | 'created_at'>,
  since: number,
): Promise<number | undefined> {
  const { account_id, affiliation_id, types, region_ids, subject, text } = row
  const same = await db
    .selectFrom('customer_notice')
    .select('id')
    .where('account_id', '=', account_id)
    .where('affiliation_id', affiliation_id === null ? 'is' : '=', affiliation_id)
    .where('types', '=', types)
    .where('region_ids', '=', region_ids)
    .where('subject', '=', subject)
    .where('text', '=', text)
    .where('created_at', '>=', since)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return same?.id
}

export const selectNotice = (db: Kysely<Tables>, id: number): Promise<NoticeRow | undefined> =>
  db.selectFrom('customer_notice').selectAll().where('id', '=', id).executeTakeFirst()

export async function updateNoticeJob(db: Kysely<Tables>, id: number, jobId: number): Promise<void> {
  await db.updateTable('customer_notice').set({ job_id: jobId }).where('id', '=', id).execute()
}

/** Owners of a transmitter in one of the regions; with an affiliation, only if the transmitter or its owner belongs to it. */
const customers = (db: Kysely<Tables>, { regionIds, affiliationId }: NoticeAudience) => {
  const query = db
    .selectFrom('controller')
    .innerJoin('account as owner', 'owner.id', 'controller.owner_id')
    .select('owner.id')
    .where('owner.active', '=', 1)
    .where(({ or, eb }) =>
      or([eb('controller.primary_region_id', 'in', regionIds), eb('controller.secondary_region_id', 'in', regionIds)]),
    )
  if (affiliationId === null) return query
  return query.where(({ or, eb }) =>
    or([eb('controller.affiliation_id', '=', affiliationId), eb('owner.affiliation_id', '=', affiliationId)]),
  )
}

const channels = (db: Kysely<Tables>, audience: NoticeAudience, types: readonly NoticeChannelType[]) =>
  db
    .selectFrom('notification')
    .where('notification.account_id', 'in', customers(db, audience))
    .where('notification.status', 'in', ['active', 'failing'])
    .where('notification.type', 'in', types)

/** The number of their channels of each type. */
export async function countChannels(
  db: Kysely<Tables>,
  audience: NoticeAudience,
  types: readonly NoticeChannelType[],
): Promise<Map<ChannelType, number>> {
  const rows = await channels(db, audience, types)
    .select(({ fn }) => ['notification.type', fn.countAll().as('count')])
    .groupBy('notification.type')
    .execute()
  return new Map(rows.map(({ type, count }) => [type, Number(count)]))
}

/** The number of customers, and how many of them have a channel of these types. */
export async function countPeople(
  db: Kysely<Tables>,
  audience: NoticeAudience,
  types: readonly NoticeChannelType[],
): Promise<{ all: number; reached: number }> {
  const [all, reached] = await Promise.all([
    db
      .selectFrom('account')
      .where('account.id', 'in', customers(db, audience))
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow(),
    channels(db, audience, types)
      .select(({ fn }) => fn.count('notification.account_id').distinct().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { all: Number(all.count), reached: Number(reached.count) }
}

/** The next channels that a message goes to and has not gone to yet, ordered by id. */
export async function selectNextChannels(
  db: Kysely<Tables>,
  audience: NoticeAudience,
  { noticeId, types, limit }: { noticeId: number; types: readonly NoticeChannelType[]; limit: number },
): Promise<number[]> {
  const rows = await channels(db, audience, types)
    .select('notification.id')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('delivery')
            .select('delivery.id')
            .where('delivery.notice_id', '=', noticeId)
            .whereRef('delivery.notification_id', '=', 'notification.id'),
        ),
      ),
    )
    .orderBy('notification.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Queues a message for these channels; those that already had it are skipped. */
export async function insertNoticeDeliveries(
  db: Kysely<Tables>,
  noticeId: number,
  notificationIds: readonly number[],
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('delivery')
    .values(
      notificationIds.map((notification_id) => ({
        notification_id,
        notice_id: noticeId,
        alarm_id: null,
        stage: 'notice' as const,
        state: 'due' as const,
        due_at: nowMs,
        created_at: nowMs,
      })),
    )
    .onConflict((conflict) => conflict.columns(['notice_id', 'notification_id']).doNothing())
    .execute()
}

/** Requeues the deliveries that were dropped when the message's job was cancelled. */
export async function reviveCancelled(db: Kysely<Tables>, noticeId: number, nowMs: number): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ state: 'due', attempts: 0, due_at: nowMs, created_at: nowMs, last_error: null })
    .where('notice_id', '=', noticeId)
    .where('state', '=', 'expired')
    .where('last_error', '=', CANCELLED)
    .where('hidden_at', 'is', null)
    .execute()
}

/** The number of a message's deliveries, and how many are due but not tried yet. */
export async function countDeliveries(
  db: Kysely<Tables>,
  noticeId: number,
  nowMs: number,
): Promise<{ planned: number; untried: number }> {
  const { planned, untried } = await db
    .selectFrom('delivery')
    .select(({ fn, eb, and }) => [
      fn.countAll().as('planned'),
      fn
        .sum(
          eb
            .case()
            .when(and([eb('state', '=', 'due'), eb('attempts', '=', 0), eb('due_at', '<=', nowMs)]))
            .then(1)
            .else(0)
            .end(),
        )
        .as('untried'),
    ])
    .where('notice_id', '=', noticeId)
    .executeTakeFirstOrThrow()
  return { planned: Number(planned), untried: Number(untried ?? 0) }
}

/** Messages with their senders, newest first. */
export const selectNotices = (
  db: Kysely<Tables>,
  filter: { affiliationId: number | undefined; beforeId: number | undefined; limit: number },
) => {
  let query = db
    .selectFrom('customer_notice as notice')
    .leftJoin('account', 'account.id', 'notice.account_id')
    .selectAll('notice')
    .select('account.email as sender')
    .orderBy('notice.id', 'desc')
    .limit(filter.limit)
  if (filter.affiliationId !== undefined) query = query.where('notice.affiliation_id', '=', filter.affiliationId)
  if (filter.beforeId !== undefined) query = query.where('notice.id', '<', filter.beforeId)
  return query.execute()
}

export async function countStates(db: Kysely<Tables>, noticeIds: readonly number[]) {
  if (noticeIds.length === 0) return []
  const rows = await db
    .selectFrom('delivery')
    .select(({ fn }) => ['notice_id', 'state', fn.countAll().as('count')])
    .where('notice_id', 'in', noticeIds)
    .groupBy(['notice_id', 'state'])
    .execute()
  return rows.map(({ notice_id, state, count }) => ({ noticeId: notice_id!, state, count: Number(count) }))
}
