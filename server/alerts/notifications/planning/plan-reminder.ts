import type { Kysely } from 'kysely'
import type { FollowUpKind } from '#domain/alerts/swarm-course.ts'
import type { Tables } from '../../../store/tables.ts'
import type { ReminderOf } from '../words/reminder-words.ts'
import { countNotification, insertDeliveries, readAlarmsToTell, readChannelsToRing } from './delivery-queries.ts'
import { loudTypes } from './plan-deliveries.ts'
import { readOwnChannels, readReminders, writeReminders } from './reminder-queries.ts'

/**
 * Writes the reminders of what is due after a swarm, in the caller's transaction: to the owner's channels that
 * want this alarm and are not muted, by SMS only while some remain. Reminders not sent yet are included.
 */
export async function planReminder(
  db: Kysely<Tables>,
  alarmId: number,
  reminders: readonly ReminderOf[],
  nowMs: number,
): Promise<void> {
  const [alarm] = await readAlarmsToTell(db, [alarmId])
  if (!alarm) return
  const wanted = await readChannelsToRing(db, alarm, nowMs, await loudTypes(db, alarm))
  const channels = await readOwnChannels(db, alarm.controller_id, wanted)
  if (channels.length === 0) return
  const waiting = await readReminders(db, alarmId)
  await insertDeliveries(
    db,
    alarmId,
    'reminded',
    channels.map(({ id }) => id),
    nowMs,
  )
  for (const { id: channelId } of channels) {
    const before = (waiting.get(channelId) ?? []).filter((one) => !reminders.some(({ kind }) => kind === one.kind))
    await writeReminders(db, { alarmId, channelId }, [...before, ...reminders])
  }
  if (channels.some(({ type }) => type === 'sms')) await countNotification(db, alarm)
}

/** Removes follow-ups that are no longer to be done from reminders not sent yet; `still` lists those that are. */
export async function keepReminders(
  db: Kysely<Tables>,
  alarmId: number,
  still: readonly FollowUpKind[],
): Promise<void> {
  for (const [channelId, waiting] of await readReminders(db, alarmId)) {
    const left = waiting.filter(({ kind }) => still.includes(kind))
    await writeReminders(db, { alarmId, channelId }, left)
  }
}
