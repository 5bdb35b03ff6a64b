import type { Kysely } from 'kysely'
import type { Tables } from '../../../store/tables.ts'
import { type ReminderOf, remindersIn } from '../words/reminder-words.ts'

const waiting = (alarmId: number) => ({ alarm_id: alarmId, stage: 'reminded', state: 'due' }) as const

/** Returns the follow-ups in reminders not sent yet, by channel: one channel may have been sent them while another still waits. */
export async function readReminders(db: Kysely<Tables>, alarmId: number): Promise<Map<number, ReminderOf[]>> {
  const rows = await db
    .selectFrom('delivery')
    .select(['notification_id', 'follow_ups'])
    .where((where) => where.and(waiting(alarmId)))
    .execute()
  return new Map(rows.map((row) => [row.notification_id, remindersIn(row.follow_ups)]))
}

export async function writeReminders(
  db: Kysely<Tables>,
  { alarmId, channelId }: { alarmId: number; channelId: number },
  reminders: readonly ReminderOf[],
): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ follow_ups: JSON.stringify(reminders) })
    .where((where) => where.and(waiting(alarmId)))
    .where('notification_id', '=', channelId)
    .execute()
}

/** Returns those of some channels that belong to the owner of a transmitter. */
export async function readOwnChannels(db: Kysely<Tables>, controllerId: number, channelIds: readonly number[]) {
  if (channelIds.length === 0) return []
  return db
    .selectFrom('notification')
    .innerJoin('controller', 'controller.owner_id', 'notification.account_id')
    .select(['notification.id', 'notification.type'])
    .where('controller.id', '=', controllerId)
    .where('notification.id', 'in', channelIds)
    .execute()
}
