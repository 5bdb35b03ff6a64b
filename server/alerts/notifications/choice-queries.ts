import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'

/** Returns the transmitters chosen by name for the channels of an account, as far as it still owns or watches them. */
export const selectChoices = (
  db: Kysely<Tables>,
  accountId: number,
): Promise<{ notification_id: number; controller_id: number }[]> =>
  db
    .selectFrom('notification_controller as choice')
    .innerJoin('notification', 'notification.id', 'choice.notification_id')
    .innerJoin('controller', 'controller.id', 'choice.controller_id')
    .leftJoin('watch', (join) =>
      join.onRef('watch.controller_id', '=', 'controller.id').on('watch.account_id', '=', accountId),
    )
    .select(['choice.notification_id', 'choice.controller_id'])
    .where('notification.account_id', '=', accountId)
    .where((where) =>
      where.or([where('controller.owner_id', '=', accountId), where('watch.account_id', '=', accountId)]),
    )
    .orderBy('choice.controller_id')
    .execute()

/** Replaces the transmitters a channel was chosen for. */
export async function replaceChoices(
  db: Kysely<Tables>,
  notificationId: number,
  controllerIds: readonly number[],
): Promise<void> {
  await db.deleteFrom('notification_controller').where('notification_id', '=', notificationId).execute()
  if (controllerIds.length === 0) return
  const rows = controllerIds.map((controller_id) => ({ notification_id: notificationId, controller_id }))
  await db.insertInto('notification_controller').values(rows).execute()
}

/** Adds watched transmitters as choices to an account's channels for "every own" transmitter, if the account owns none. */
export async function insertWatchedChoices(
  db: Kysely<Tables>,
  accountId: number,
  of: { controllerId: number } | { notificationId: number },
): Promise<void> {
  const pairs = db
    .selectFrom('notification')
    .innerJoin('watch', 'watch.account_id', 'notification.account_id')
    .select(['notification.id as notification_id', 'watch.controller_id as controller_id'])
    .where('notification.account_id', '=', accountId)
    .where('notification.every_own', '=', 1)
    .where(({ eb }) =>
      'controllerId' in of
        ? eb('watch.controller_id', '=', of.controllerId)
        : eb('notification.id', '=', of.notificationId),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('controller').select('controller.id').where('controller.owner_id', '=', accountId))),
    )
  await db
    .insertInto('notification_controller')
    .columns(['notification_id', 'controller_id'])
    .expression(pairs)
    .onConflict((conflict) => conflict.columns(['notification_id', 'controller_id']).doNothing())
    .execute()
}

/** Counts an account's channels that have not ended, how many of them chose this transmitter by name, and whether it owns any transmitter (`own` is 0 or 1). */
export async function countChoices(
  db: Kysely<Tables>,
  accountId: number,
  controllerId: number,
): Promise<{ chosen: number; channels: number; own: number }> {
  const channels = await db
    .selectFrom('notification')
    .leftJoin('notification_controller as choice', (join) =>
      join.onRef('choice.notification_id', '=', 'notification.id').on('choice.controller_id', '=', controllerId),
    )
    .select('choice.controller_id as chosen')
    .where('notification.account_id', '=', accountId)
    .where('notification.status', '<>', 'ended')
    .execute()
  const own = await db.selectFrom('controller').select('id').where('owner_id', '=', accountId).limit(1).execute()
  const chosen = channels.filter((channel) => channel.chosen !== null).length
  return { chosen, channels: channels.length, own: own.length }
}
