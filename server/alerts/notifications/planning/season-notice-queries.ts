import type { Kysely } from 'kysely'
import type { Tables } from '../../../store/tables.ts'

/** Returns the working channels of an account that cover a transmitter. */
export const selectChannels = (db: Kysely<Tables>, accountId: number, controllerId: number) =>
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

/** Writes a notice, with a delivery to each of the channels. */
export async function insertSeasonNotice(
  db: Kysely<Tables>,
  notice: { accountId: number; controllerId: number | null; body: string },
  channelIds: readonly number[],
  nowMs: number,
): Promise<void> {
  const { id } = await db
    .insertInto('season_notice')
    .values({
      account_id: notice.accountId,
      controller_id: notice.controllerId,
      body: notice.body,
      created_at: nowMs,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('delivery')
    .values(
      channelIds.map((channelId) => ({
        notification_id: channelId,
        season_notice_id: id,
        stage: 'season' as const,
        state: 'due' as const,
        due_at: nowMs,
        created_at: nowMs,
      })),
    )
    .execute()
}

/** Returns the devices of an account that can be reached by push. */
export async function selectPushChannels(db: Kysely<Tables>, accountId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('notification')
    .select('id')
    .where('account_id', '=', accountId)
    .where('type', '=', 'push')
    .where('status', 'in', ['active', 'failing'])
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the channels that were told, or are about to be, by an ongoing hint that a hive's stores are running out. */
export const selectToldOfStores = (
  db: Kysely<Tables>,
  controllerId: number,
): Promise<{ scaleId: number | null; channelId: number }[]> =>
  db
    .selectFrom('alarm')
    .innerJoin('delivery', 'delivery.alarm_id', 'alarm.id')
    .select(['alarm.scale_id as scaleId', 'delivery.notification_id as channelId'])
    .distinct()
    .where('alarm.controller_id', '=', controllerId)
    .where('alarm.type', '=', 'stores')
    .where('alarm.status', 'in', ['open', 'confirmed'])
    .where('delivery.stage', 'in', ['told', 'rang'])
    .where('delivery.state', 'in', ['due', 'sent'])
    .orderBy('delivery.notification_id')
    .execute()
