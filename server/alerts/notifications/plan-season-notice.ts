import type { Kysely } from 'kysely'
import { seasonKindsOf } from '#domain/alerts/season-news.ts'
import type { Tables } from '../../store/tables.ts'
import type { SeasonNotice } from './season-notice-words.ts'

/**
 * Writes what is to be told of an apiary, in the caller's transaction: to each channel of its owner that is for this transmitter and was
 * chosen for one of these news. Says how many there are.
 */
export async function planSeasonNotice(
  db: Kysely<Tables>,
  { accountId, controllerId, notice }: { accountId: number; controllerId: number; notice: SeasonNotice },
  nowMs: number,
): Promise<number> {
  const channels = await selectChannels(db, accountId, controllerId)
  const wanted = channels.filter(({ type, season_kinds }) => {
    const kinds = seasonKindsOf(type, season_kinds === null ? null : JSON.parse(season_kinds))
    return notice.news.some(({ kind }) => kinds.includes(kind))
  })
  if (wanted.length === 0) return 0
  const { id } = await db
    .insertInto('season_notice')
    .values({
      account_id: accountId,
      controller_id: controllerId,
      body: JSON.stringify(notice),
      created_at: nowMs,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('delivery')
    .values(
      wanted.map((channel) => ({
        notification_id: channel.id,
        season_notice_id: id,
        stage: 'season' as const,
        state: 'due' as const,
        due_at: nowMs,
        created_at: nowMs,
      })),
    )
    .execute()
  return wanted.length
}

const selectChannels = (db: Kysely<Tables>, accountId: number, controllerId: number) =>
  db
    .selectFrom('notification')
    .leftJoin('notification_controller as choice', (join) =>
      join.onRef('choice.notification_id', '=', 'notification.id').on('choice.controller_id', '=', controllerId),
    )
    .select(['notification.id', 'notification.type', 'notification.season_kinds'])
    .where('notification.account_id', '=', accountId)
    .where('notification.status', 'in', ['active', 'failing'])
    .where(({ eb, or }) => or([eb('notification.every_own', '=', 1), eb('choice.controller_id', 'is not', null)]))
    .orderBy('notification.id')
    .execute()
