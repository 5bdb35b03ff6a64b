import type { Kysely } from 'kysely'
import type { ReminderDays } from '#domain/shop/subscription.ts'
import type { Tables } from '../../../store/tables.ts'

/** Returns the owned transmitters whose subscription ends before a time, or has ended without its final reminder; epoch ms. */
export const selectEnding = (db: Kysely<Tables>, beforeMs: number, nowMs: number) =>
  db
    .selectFrom('controller')
    .select(['id', 'subscription_ends_at as endsAt'])
    .where('owner_id', 'is not', null)
    .where('subscription_ends_at', '<=', beforeMs)
    .where(({ eb, exists, not, or, selectFrom }) => {
      const toldOfEnd = selectFrom('subscription_reminder as reminder')
        .select('reminder.controller_id')
        .whereRef('reminder.controller_id', '=', 'controller.id')
        .whereRef('reminder.ends_at', '=', 'controller.subscription_ends_at')
        .where('reminder.days_before', '=', 0)
      return or([eb('subscription_ends_at', '>', nowMs), not(exists(toldOfEnd))])
    })
    .$narrowType<{ endsAt: number }>()
    .execute()

/** Notes a reminder. Returns false if it was noted before, or the subscription's end has changed. */
export async function insertReminder(
  db: Kysely<Tables>,
  reminder: { controllerId: number; endsAt: number; days: ReminderDays },
): Promise<boolean> {
  const row = await db
    .insertInto('subscription_reminder')
    .columns(['controller_id', 'ends_at', 'days_before'])
    .expression((eb) =>
      eb
        .selectFrom('controller')
        .select((of) => [of.ref('id').as('controller_id'), of.ref('subscription_ends_at').as('ends_at')])
        .select((of) => of.lit(reminder.days).as('days_before'))
        .where('id', '=', reminder.controllerId)
        .where('subscription_ends_at', '=', reminder.endsAt)
        .$narrowType<{ ends_at: number }>(),
    )
    .onConflict((conflict) => conflict.columns(['controller_id', 'ends_at', 'days_before']).doNothing())
    .returning('controller_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns open alarms about a subscription, with its current end. */
export const selectOpenReminders = (db: Kysely<Tables>) =>
  db
    .selectFrom('alarm')
    .innerJoin('controller', 'controller.id', 'alarm.controller_id')
    .select([
      'alarm.id',
      'alarm.controller_id as controllerId',
      'alarm.why',
      'controller.subscription_ends_at as endsAt',
    ])
    .where('alarm.type', '=', 'subscription')
    .where('alarm.status', '=', 'open')
    .execute()
