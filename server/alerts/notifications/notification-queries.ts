import type { ExpressionBuilder, Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { AlarmType } from '#domain/alerts/alarm.ts'
import type { Tables } from '../../store/tables.ts'
import { mutedAt, muteEnd } from './mute-end.ts'
import type { MuteTable, NotificationTable } from './notification-table.ts'

export type NotificationRow = Selectable<NotificationTable>
export type Muted = Omit<MuteTable, 'held_until'>

/** For whom, where and until when (epoch ms) alarms are held back. */
export type Hold = { accountId: number; controllerId: number; untilMs: number }

/** The value of `until` where the user has muted nothing. */
const UNMUTED = 0

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

/** Returns a channel of the account for which `isHeard` is true and that covers a transmitter the account can see, if it can see any. */
export const selectHeard = (db: Kysely<Tables>, accountId: number): Promise<{ id: number } | undefined> =>
  db
    .selectFrom('notification')
    .select('notification.id')
    .where('account_id', '=', accountId)
    .where('heard_at', 'is not', null)
    .where('never_shown_since', 'is', null)
    .where('status', 'in', ['active', 'failing'])
    .where(({ or, and, eb, exists, not, selectFrom }) => {
      const owns = exists(selectFrom('controller').select('controller.id').where('controller.owner_id', '=', accountId))
      const watches = exists(
        selectFrom('watch').select('watch.controller_id').where('watch.account_id', '=', accountId),
      )
      const isForSeen = exists(
        selectFrom('notification_controller as choice')
          .innerJoin('controller', 'controller.id', 'choice.controller_id')
          .leftJoin('watch', (join) =>
            join.onRef('watch.controller_id', '=', 'controller.id').on('watch.account_id', '=', accountId),
          )
          .select('controller.id')
          .whereRef('choice.notification_id', '=', 'notification.id')
          .where((where) =>
            where.or([where('controller.owner_id', '=', accountId), where('watch.account_id', '=', accountId)]),
          ),
      )
      return or([and([owns, eb('every_own', '=', 1)]), isForSeen, and([not(owns), not(watches)])])
    })
    .limit(1)
    .executeTakeFirst()

/** Counts the channels of an account that can be sent to or are waiting to be confirmed. */
export async function countChannels(db: Kysely<Tables>, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('notification')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('account_id', '=', accountId)
    .where('status', '<>', 'ended')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns undefined if the account already has this address. */
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

export async function updateNotification(
  db: Kysely<Tables>,
  id: number,
  changes: Updateable<NotificationTable>,
): Promise<void> {
  await db.updateTable('notification').set(changes).where('id', '=', id).execute()
}

/** Returns the country of an account's address, used to interpret national phone numbers. */
export const selectCountry = async (db: Kysely<Tables>, accountId: number): Promise<string | undefined> =>
  (await db.selectFrom('account').select('country').where('id', '=', accountId).executeTakeFirst())?.country

/** Reopens an ended channel. Returns undefined if someone else did so meanwhile. */
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

/** A push address is one browser: it belongs only to whoever signed in there last. */
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

/** Returns the mutes still in effect; `until` is when they end, by mute or hold, whichever is later. */
export async function selectMutes(
  db: Kysely<Tables>,
  accountId: number,
  controllerIds: readonly number[],
  nowMs: number,
): Promise<Muted[]> {
  if (controllerIds.length === 0) return []
  return db
    .selectFrom('mute')
    .select(['account_id', 'controller_id', 'notification_type'])
    .select((mute) => muteEnd(mute).as('until'))
    .where('account_id', '=', accountId)
    .where('controller_id', 'in', controllerIds)
    .where(mutedAt(nowMs))
    .orderBy('controller_id')
    .orderBy('notification_type')
    .execute()
}

/**
 * With `keepsLonger` it never shortens a mute. Returns when it now ends, including a
 * visit that holds for longer; `mutedUntil` is the user's own mute alone.
 */
export const upsertMute = (
  db: Kysely<Tables>,
  mute: Muted,
  keepsLonger = false,
): Promise<Muted & { mutedUntil: number | null }> =>
  db
    .insertInto('mute')
    .values({ ...mute, held_until: null })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'controller_id', 'notification_type'])
        .doUpdateSet((row) => ({ until: keepsLonger ? laterOf(row, mute.until) : mute.until })),
    )
    .returning(['account_id', 'controller_id', 'notification_type', 'until as mutedUntil'])
    .returning((row) => muteEnd(row).as('until'))
    .executeTakeFirstOrThrow()

const laterOf = (row: ExpressionBuilder<Tables, 'mute'>, until: number | null) =>
  until === null
    ? null
    : row
        .case()
        .when(row.or([row('mute.until', 'is', null), row('mute.until', '>', until)]))
        .then(row.ref('mute.until'))
        .else(until)
        .end()

/** Holds back a type, independent of any mute, unless a hold already lasts longer. */
export async function upsertHold(db: Kysely<Tables>, hold: Hold, type: AlarmType): Promise<void> {
  const { accountId: account_id, controllerId: controller_id, untilMs: held_until } = hold
  await db
    .insertInto('mute')
    .values({ account_id, controller_id, notification_type: type, until: UNMUTED, held_until })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'controller_id', 'notification_type'])
        .doUpdateSet({ held_until })
        .where((mute) => mute.or([mute('mute.held_until', 'is', null), mute('mute.held_until', '<', held_until)])),
    )
    .execute()
}

/** Changes the end of a hold that ends at exactly `untilMs` to another time (epoch ms), or removes the hold. */
export async function moveHold(
  db: Kysely<Tables>,
  { accountId, controllerId, untilMs }: Hold,
  otherUntilMs: number | null,
): Promise<void> {
  await db
    .updateTable('mute')
    .set({ held_until: otherUntilMs })
    .where('account_id', '=', accountId)
    .where('controller_id', '=', controllerId)
    .where('held_until', '=', untilMs)
    .execute()
}

/** Deletes rows with neither a hold nor a mute. */
export async function deleteUnheld(db: Kysely<Tables>, { accountId, controllerId }: Hold): Promise<void> {
  await db
    .deleteFrom('mute')
    .where('account_id', '=', accountId)
    .where('controller_id', '=', controllerId)
    .where('held_until', 'is', null)
    .where('until', '=', UNMUTED)
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

/** Deletes all mutes and holds of an account at a transmitter. */
export async function deleteMutesAt(db: Kysely<Tables>, accountId: number, controllerId: number): Promise<void> {
  await db.deleteFrom('mute').where('account_id', '=', accountId).where('controller_id', '=', controllerId).execute()
}
