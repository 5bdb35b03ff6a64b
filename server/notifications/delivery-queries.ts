import type { Kysely, Selectable } from 'kysely'
import type { ChannelType } from '#domain/notification.ts'
import type { AlarmTable } from '../alarms/alarm-table.ts'
import type { Tables } from '../db/tables.ts'
import type { DeliveryTable } from './notification-table.ts'

export async function readAlarmsToTell(db: Kysely<Tables>, ids: number[]) {
  return db.selectFrom('alarm').selectAll().where('id', 'in', ids).orderBy('id').execute()
}

/** Channels of everybody who owns or watches the transmitter and has not muted this type of alarm. */
export async function readChannelsToRing(
  db: Kysely<Tables>,
  alarm: Selectable<AlarmTable>,
  nowMs: number,
  types: ChannelType[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('notification')
    .innerJoin('account', 'account.id', 'notification.account_id')
    .select('notification.id')
    .where('account.active', '=', 1)
    .where('notification.status', '<>', 'ended')
    .where('notification.type', 'in', types)
    .where((where) =>
      where.or([
        where(
          'account.id',
          '=',
          where.selectFrom('controller').select('owner_id').where('controller.id', '=', alarm.controller_id),
        ),
        where(
          'account.id',
          'in',
          where.selectFrom('watch').select('watch.account_id').where('watch.controller_id', '=', alarm.controller_id),
        ),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mute')
            .select('mute.account_id')
            .whereRef('mute.account_id', '=', 'account.id')
            .where('mute.controller_id', '=', alarm.controller_id)
            .where('mute.notification_type', '=', alarm.type)
            .where((where) => where.or([where('mute.until', 'is', null), where('mute.until', '>', nowMs)])),
        ),
      ),
    )
    .orderBy('notification.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Channels that were told of an alarm. */
export async function readChannelsTold(db: Kysely<Tables>, alarmId: number, types: ChannelType[]): Promise<number[]> {
  const rows = await db
    .selectFrom('delivery')
    .innerJoin('notification', 'notification.id', 'delivery.notification_id')
    .select('notification.id')
    .distinct()
    .where('delivery.alarm_id', '=', alarmId)
    .where('delivery.stage', 'in', ['told', 'rang'])
    .where('notification.type', 'in', types)
    .where('notification.status', '<>', 'ended')
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether anybody was to hear of an alarm, and whether loudly. */
export async function readTelling(db: Kysely<Tables>, alarmId: number): Promise<{ told: boolean; rang: boolean }> {
  const rows = await db
    .selectFrom('delivery')
    .select('stage')
    .distinct()
    .where('alarm_id', '=', alarmId)
    .where('stage', 'in', ['told', 'rang'])
    .execute()
  return { told: rows.length > 0, rang: rows.some(({ stage }) => stage === 'rang') }
}

/** One row for each channel; where the same was told before, it is told again. */
export async function insertDeliveries(
  db: Kysely<Tables>,
  alarmId: number,
  stage: DeliveryTable['stage'],
  notificationIds: number[],
  nowMs: number,
): Promise<void> {
  if (notificationIds.length === 0) return
  const rows = notificationIds.map((notification_id) => ({
    notification_id,
    alarm_id: alarmId,
    stage,
    state: 'due' as const,
    due_at: nowMs,
    created_at: nowMs,
  }))
  await db
    .insertInto('delivery')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['notification_id', 'alarm_id', 'stage'])
        .doUpdateSet({ state: 'due', attempts: 0, due_at: nowMs, created_at: nowMs, last_error: null }),
    )
    .execute()
}

/** Every alarm that is told counts one; the count stops at zero. */
export async function countNotification(db: Kysely<Tables>, controllerId: number): Promise<void> {
  await db
    .updateTable('controller')
    .set((set) => ({ remaining_notifications: set('remaining_notifications', '-', 1) }))
    .where('id', '=', controllerId)
    .where('remaining_notifications', '>', 0)
    .execute()
}
