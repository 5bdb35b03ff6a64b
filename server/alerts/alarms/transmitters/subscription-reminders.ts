import type { Kysely } from 'kysely'
import type { AlarmReason } from '#domain/alerts/alarm.ts'
import { DAY_MS } from '#domain/platform/durations.ts'
import { EXPIRING_DAYS, type ReminderDays, reminderDue } from '#domain/shop/subscription.ts'
import type { Deps } from '../../../deps.ts'
import type { Tables } from '../../../store/tables.ts'
import { insertReminder, selectEnding, selectOpenReminders } from './reminder-queries.ts'
import { closeOpenOfType } from './transmitter-queries.ts'

export type Reminder = { controllerId: number; endsAt: number; days: ReminderDays }

/** Returns the reminders that are due, only the latest of each subscription; some may have been given before. */
export async function findReminders({
  database,
  clock,
  config,
}: Pick<Deps, 'database' | 'clock' | 'config'>): Promise<Reminder[]> {
  if (!config.subscriptions) return []
  const now = clock.now()
  const ending = await selectEnding(database.db, now + EXPIRING_DAYS * DAY_MS, now)
  return ending.flatMap(({ id, endsAt }) => {
    const days = reminderDue(endsAt, now)
    return days === undefined ? [] : [{ controllerId: id, endsAt, days }]
  })
}

/** Returns whether the reminder is new: each is given once per end of a subscription, despite clock changes and restarts. It replaces the previous one. */
export async function takeReminder(db: Kysely<Tables>, reminder: Reminder, nowMs: number): Promise<boolean> {
  if (!(await insertReminder(db, reminder))) return false
  await closeOpenOfType(db, reminder.controllerId, 'subscription', Math.floor(nowMs / 1000))
  return true
}

export const reasonOf = ({ days, endsAt }: Reminder): AlarmReason =>
  days === 0
    ? { code: 'subscriptionEnded', values: { end: endsAt } }
    : { code: 'subscriptionEnding', values: { end: endsAt } }

/** Returns open alarms about subscriptions that are no longer correct. */
export async function outdatedReminders(
  db: Kysely<Tables>,
  nowMs: number,
  { subscriptions }: { subscriptions: boolean },
): Promise<{ id: number; controllerId: number }[]> {
  const open = await selectOpenReminders(db)
  return open.filter(({ controllerId, endsAt, why }) => {
    const days = endsAt === null || !subscriptions ? undefined : reminderDue(endsAt, nowMs)
    return endsAt === null || days === undefined || why !== JSON.stringify([reasonOf({ controllerId, endsAt, days })])
  })
}
