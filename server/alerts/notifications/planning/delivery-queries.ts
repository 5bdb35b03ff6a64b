import { type ExpressionBuilder, expressionBuilder, type Kysely, type Selectable } from 'kysely'
import type { AlarmType } from '#domain/alerts/alarm.ts'
import { hintAlarms } from '#domain/alerts/alarm-types.ts'
import type { ChannelType } from '#domain/alerts/notification.ts'
import { LONGEST_VISIT_MS } from '#domain/alerts/visit-length.ts'
import { HOUR_MS } from '#domain/platform/durations.ts'
import { partsOf } from '../../../platform/db/parts-of.ts'
import type { Tables } from '../../../store/tables.ts'
import { isFor } from '../is-for.ts'
import { isOpen } from '../is-open.ts'
import { mutedAt } from '../mute-end.ts'
import type { DeliveryTable } from '../notification-table.ts'
import { typesRinging } from '../stored-choices.ts'

/** Rows per statement: users may have many channels and scales many alarms, but a statement takes only so many values. */
const AT_ONCE = 500

export async function readAlarmsToTell(
  db: Kysely<Tables>,
  ids: readonly number[],
): Promise<Selectable<Tables['alarm']>[]> {
  const alarms: Selectable<Tables['alarm']>[] = []
  for (const part of partsOf(
    ids.toSorted((a, b) => a - b),
    AT_ONCE,
  )) {
    alarms.push(...(await db.selectFrom('alarm').selectAll().where('id', 'in', part).orderBy('id').execute()))
  }
  return alarms
}

/** Whether an account has not muted this type of alarm at this transmitter. */
const hasNotMuted =
  ({ controller_id, type }: Pick<Selectable<Tables['alarm']>, 'controller_id' | 'type'>, nowMs: number) =>
  ({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'account'>) =>
    not(
      exists(
        selectFrom('mute')
          .select('mute.account_id')
          .whereRef('mute.account_id', '=', 'account.id')
          .where('mute.controller_id', '=', controller_id)
          .where('mute.notification_type', '=', type)
          .where(mutedAt(nowMs)),
      ),
    )

/** Whether a channel takes this type of alarm. A choice that is no list is damaged, and takes all. */
const takes = (type: AlarmType) => {
  const { eb, or } = expressionBuilder<Tables, 'notification'>()
  const name = 'notification.alarm_types'
  return or([eb(name, 'is', null), eb(name, 'like', `%"${type}"%`), eb(name, 'not like', '[%')])
}

/**
 * Returns the channels of everyone who owns or watches the transmitter, wants this type of alarm from it and has not
 * muted it. Own transmitters are included unless others were chosen; watched ones only if they were chosen.
 */
export async function readChannelsToRing(
  db: Kysely<Tables>,
  alarm: Selectable<Tables['alarm']>,
  nowMs: number,
  types: readonly ChannelType[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('notification')
    .innerJoin('account', 'account.id', 'notification.account_id')
    .innerJoin('controller', (join) => join.on('controller.id', '=', alarm.controller_id))
    .leftJoin('watch', (join) =>
      join.onRef('watch.account_id', '=', 'account.id').onRef('watch.controller_id', '=', 'controller.id'),
    )
    .leftJoin('notification_controller as choice', (join) =>
      join.onRef('choice.notification_id', '=', 'notification.id').onRef('choice.controller_id', '=', 'controller.id'),
    )
    .select('notification.id')
    .where('account.active', '=', 1)
    .where('notification.status', 'in', ['active', 'failing'])
    .where('notification.type', 'in', types)
    .where(({ eb, and, or, ref }) => {
      const isOwn = eb('controller.owner_id', '=', ref('account.id'))
      const isChosen = eb('choice.controller_id', 'is not', null)
      const isTheirs = or([isOwn, eb('watch.account_id', 'is not', null)])
      return or([and([isOwn, eb('notification.every_own', '=', 1)]), and([isChosen, isTheirs])])
    })
    .where(takes(alarm.type))
    .where(hasNotMuted(alarm, nowMs))
    .orderBy('notification.id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Returns the rule owner's channels that have not muted rules here: those the rule names, or else all that take rules. Which
 * transmitters a channel was chosen for does not matter, since the rule itself names its hives. Returns none if the rule is about
 * weights and began to hold while its owner was visiting these hives, or with the next reading: that was caused by hands.
 */
export async function readChannelsOfRule(
  db: Kysely<Tables>,
  alarm: Selectable<Tables['alarm']>,
  nowMs: number,
  types: readonly ChannelType[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('rule')
    .innerJoin('account', 'account.id', 'rule.account_id')
    .innerJoin('notification', 'notification.account_id', 'rule.account_id')
    .leftJoin('rule_notification as choice', (join) =>
      join.onRef('choice.rule_id', '=', 'rule.id').onRef('choice.notification_id', '=', 'notification.id'),
    )
    .select('notification.id')
    .where('rule.id', '=', alarm.rule_id)
    .where('account.active', '=', 1)
    .where('notification.status', 'in', ['active', 'failing'])
    .where('notification.type', 'in', types)
    .where(({ eb, and, or }) =>
      or([eb('choice.rule_id', 'is not', null), and([eb('rule.every_channel', '=', 1), takes('rule')])]),
    )
    .where(hasNotMuted(alarm, nowMs))
    .where(({ not, exists, and, eb }) =>
      not(
        and([
          eb('rule.about_weight', '=', 1),
          exists(
            eb
              .selectFrom('visit')
              .innerJoin('controller', 'controller.id', 'visit.controller_id')
              .select('visit.id')
              .whereRef('visit.created_by', '=', 'rule.account_id')
              .where('visit.controller_id', '=', alarm.controller_id)
              .where('visit.deleted_at', 'is', null)
              .where('visit.started_at', '<=', Number(alarm.detected_at) * 1000)
              .where((visit) =>
                visit(
                  visit.fn.coalesce('visit.ended_at', visit('visit.started_at', '+', LONGEST_VISIT_MS)),
                  '>=',
                  visit(
                    visit.val(Number(alarm.started_at) * 1000),
                    '-',
                    visit('controller.update_interval_hours', '*', HOUR_MS),
                  ),
                ),
              ),
          ),
        ]),
      ),
    )
    .orderBy('notification.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Splits channels into those that always ring for this type, and the remaining ones of the given quiet types. */
export async function readLoudFor(
  db: Kysely<Tables>,
  type: AlarmType,
  channels: readonly number[],
  quietTypes: readonly ChannelType[],
): Promise<{ loud: number[]; quiet: number[] }> {
  const found: { loud: number[]; quiet: number[] } = { loud: [], quiet: [] }
  for (const part of partsOf(channels, AT_ONCE)) {
    const rows = await db
      .selectFrom('notification')
      .select(['id', 'type', 'rings_always'])
      .where('id', 'in', part)
      .orderBy('id')
      .execute()
    for (const row of rows) {
      if (typesRinging(row.rings_always).includes(type)) found.loud.push(row.id)
      else if (quietTypes.includes(row.type)) found.quiet.push(row.id)
    }
  }
  return found
}

/** Returns the channels of the given types that were told of an alarm. */
export async function readChannelsTold(
  db: Kysely<Tables>,
  alarmId: number,
  types: readonly ChannelType[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('delivery')
    .innerJoin('notification', 'notification.id', 'delivery.notification_id')
    .select('notification.id')
    .distinct()
    .where('delivery.alarm_id', '=', alarmId)
    .where('delivery.stage', 'in', ['told', 'rang'])
    .where('notification.type', 'in', types)
    .where('notification.status', 'in', ['active', 'failing'])
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether anyone was to be told of an alarm, and the channels where it was to ring. */
export async function readTelling(db: Kysely<Tables>, alarmId: number): Promise<{ told: boolean; rang: Set<number> }> {
  const rows = await db
    .selectFrom('delivery')
    .select(['notification_id', 'stage'])
    .where('alarm_id', '=', alarmId)
    .where('stage', 'in', ['told', 'rang'])
    .execute()
  const rang = rows.filter(({ stage }) => stage === 'rang').map(({ notification_id }) => notification_id)
  return { told: rows.length > 0, rang: new Set(rang) }
}

/** Writes one row per channel; a message that was sent before becomes due again. */
export async function insertDeliveries(
  db: Kysely<Tables>,
  alarmId: number,
  stage: DeliveryTable['stage'],
  notificationIds: readonly number[],
  nowMs: number,
  named: string | null = null,
): Promise<void> {
  const rows = notificationIds.map((notification_id) => ({
    notification_id,
    alarm_id: alarmId,
    stage,
    state: 'due' as const,
    due_at: nowMs,
    created_at: nowMs,
    named,
  }))
  for (const part of partsOf(rows, AT_ONCE)) {
    await db
      .insertInto('delivery')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['notification_id', 'alarm_id', 'stage']).doUpdateSet({
          state: 'due',
          attempts: 0,
          due_at: nowMs,
          created_at: nowMs,
          sent_at: null,
          last_error: null,
          hidden_at: null,
          shown_at: null,
          named,
        }),
      )
      .execute()
  }
}

type Told = Pick<Selectable<Tables['alarm']>, 'controller_id' | 'account_id'>

/** Whether an alarm may still send SMS. The remaining notifications of a transmitter belong to its owner, so rules of watchers send none. */
export async function readMaySendSms(db: Kysely<Tables>, alarm: Told): Promise<boolean> {
  const row = await db
    .selectFrom('controller')
    .select(['remaining_notifications', 'owner_id'])
    .where('id', '=', alarm.controller_id)
    .executeTakeFirst()
  if (!row || (alarm.account_id !== null && alarm.account_id !== row.owner_id)) return false
  return row.remaining_notifications > 0
}

/** Counts one notification for every alarm that is told, except for rules of watchers; stops at zero. */
export async function countNotification(db: Kysely<Tables>, { controller_id, account_id }: Told): Promise<void> {
  let counted = db
    .updateTable('controller')
    .set((set) => ({ remaining_notifications: set('remaining_notifications', '-', 1) }))
    .where('id', '=', controller_id)
    .where('remaining_notifications', '>', 0)
  if (account_id !== null) counted = counted.where('owner_id', '=', account_id)
  await counted.execute()
}

/** Counts the alarms that need attention at the transmitters an account owns or watches: the number on the app's icon. */
export async function countOpenAlarms(db: Kysely<Tables>, accountId: number, nowMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('alarm')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where(isOpen(Math.floor(nowMs / 1000)))
    // hints need no immediate attention
    .where('alarm.type', 'not in', hintAlarms)
    .where(isFor(accountId))
    .where((where) =>
      where.or([
        where(
          'alarm.controller_id',
          'in',
          where.selectFrom('controller').select('controller.id').where('controller.owner_id', '=', accountId),
        ),
        where(
          'alarm.controller_id',
          'in',
          where.selectFrom('watch').select('watch.controller_id').where('watch.account_id', '=', accountId),
        ),
      ]),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}
