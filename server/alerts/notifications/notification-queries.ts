import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { AlarmType } from '#domain/alerts/alarm.ts'
import type { Tables } from '../../store/tables.ts'
import type { MuteTable, NotificationTable } from './notification-table.ts'

export type NotificationRow = Selectable<NotificationTable>

export const selectNotifications = (db: Kysely<Tables>, accountId: number): Promise<NotificationRow[]> =>
  db.selectFrom('notification').selectAll().where('account_id', '=', accountId).orderBy('id').execute()

export const selectNotification = (
  db: Kysely<Tables>,
  accountId: number,
  id: number,
): Promise<NotificationRow | undefined> =>
  db.selectFrom('notification').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst()

export const selectNotificationByAddress = (
  db: Kysely<Tables>,
  address: Pick<NotificationRow, 'account_id' | 'type' | 'address_hash'>,
): Promise<NotificationRow | undefined> =>
  db
    .selectFrom('notification')
    .selectAll()
    .where('account_id', '=', address.account_id)
    .where('type', '=', address.type)
    .where('address_hash', '=', address.address_hash)
    .executeTakeFirst()

/** Which transmitters the channels of an account were chosen for by name, as far as they are still own or watched. */
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

/** Puts other transmitters in the place of those a channel was chosen for. */
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

/** A channel of an account of which `isHeard` is true, where there is one. */
export const selectHeard = (db: Kysely<Tables>, accountId: number): Promise<{ id: number } | undefined> =>
  db
    .selectFrom('notification')
    .select('id')
    .where('account_id', '=', accountId)
    .where('heard_at', 'is not', null)
    .where('never_shown_since', 'is', null)
    .where('status', 'in', ['active', 'failing'])
    .limit(1)
    .executeTakeFirst()

/** How many channels of an account may be sent to, or wait to be confirmed. */
export async function countChannels(db: Kysely<Tables>, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('notification')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('account_id', '=', accountId)
    .where('status', '<>', 'ended')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Undefined when the account has this address already. */
export const insertNotification = (
  db: Kysely<Tables>,
  row: Insertable<NotificationTable>,
): Promise<NotificationRow | undefined> =>
  db
    .insertInto('notification')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'type', 'address_hash']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const updateNotification = (
  db: Kysely<Tables>,
  id: number,
  changes: Updateable<NotificationTable>,
): Promise<NotificationRow> =>
  db.updateTable('notification').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** The country of an account's address, to which its national numbers belong. */
export const selectCountry = async (db: Kysely<Tables>, accountId: number): Promise<string> =>
  (await db.selectFrom('account').select('country').where('id', '=', accountId).executeTakeFirstOrThrow()).country

/** Opens a channel again that had ended; undefined when somebody else did so meanwhile. */
export const reopenNotification = (
  db: Kysely<Tables>,
  id: number,
  changes: Updateable<NotificationTable>,
): Promise<NotificationRow | undefined> =>
  db
    .updateTable('notification')
    .set(changes)
    .where('id', '=', id)
    .where('status', '=', 'ended')
    .returningAll()
    .executeTakeFirst()

/** A push address is one browser: whoever signed in there last has it alone. */
export async function deletePushOfOthers(db: Kysely<Tables>, accountId: number, addressHash: string): Promise<void> {
  await db
    .deleteFrom('notification')
    .where('type', '=', 'push')
    .where('address_hash', '=', addressHash)
    .where('account_id', '<>', accountId)
    .execute()
}

export const deleteNotification = (
  db: Kysely<Tables>,
  accountId: number,
  id: number,
): Promise<{ id: number } | undefined> =>
  db
    .deleteFrom('notification')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()

/** Mutes that still hold. */
export async function selectMutes(
  db: Kysely<Tables>,
  accountId: number,
  controllerIds: readonly number[],
  nowMs: number,
): Promise<Selectable<MuteTable>[]> {
  if (controllerIds.length === 0) return []
  return db
    .selectFrom('mute')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('controller_id', 'in', controllerIds)
    .where((where) => where.or([where('until', 'is', null), where('until', '>', nowMs)]))
    .orderBy('controller_id')
    .orderBy('notification_type')
    .execute()
}

export async function upsertMute(db: Kysely<Tables>, mute: Insertable<MuteTable>): Promise<void> {
  await db
    .insertInto('mute')
    .values(mute)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'controller_id', 'notification_type']).doUpdateSet({ until: mute.until }),
    )
    .execute()
}

/** Takes back those mutes of these types that end at this very moment (epoch ms). */
export async function deleteMutesUntil(
  db: Kysely<Tables>,
  { account_id, controller_id, until }: Pick<Selectable<MuteTable>, 'account_id' | 'controller_id' | 'until'>,
  types: readonly AlarmType[],
): Promise<void> {
  await db
    .deleteFrom('mute')
    .where('account_id', '=', account_id)
    .where('controller_id', '=', controller_id)
    .where('notification_type', 'in', types)
    .where('until', '=', until)
    .execute()
}

/** Has those mutes of these types that end at this very moment end at another one (epoch ms). */
export async function moveMutesUntil(
  db: Kysely<Tables>,
  { account_id, controller_id, until }: Pick<Selectable<MuteTable>, 'account_id' | 'controller_id' | 'until'>,
  types: readonly AlarmType[],
  otherUntil: number,
): Promise<void> {
  await db
    .updateTable('mute')
    .set({ until: otherUntil })
    .where('account_id', '=', account_id)
    .where('controller_id', '=', controller_id)
    .where('notification_type', 'in', types)
    .where('until', '=', until)
    .execute()
}

export async function deleteMute(
  db: Kysely<Tables>,
  accountId: number,
  controllerId: number,
  type: AlarmType,
): Promise<void> {
  await db
    .deleteFrom('mute')
    .where('account_id', '=', accountId)
    .where('controller_id', '=', controllerId)
    .where('notification_type', '=', type)
    .execute()
}
