import type { Kysely } from 'kysely'
import type { ChannelType } from '#domain/alerts/notification.ts'
import { defined } from '#domain/platform/defined.ts'
import { FURTHEST_MS } from '../../platform/db/due-rows.ts'
import { partsOf } from '../../platform/db/parts-of.ts'
import type { Tables } from '../../store/tables.ts'
import { muteEnd } from './mute-end.ts'
import type { DeliveryTable } from './notification-table.ts'
import { firstTelling, laterTelling, namingThis, swarmBefore } from './telling-queries.ts'

const HELD_AT_ONCE = 500

/** What is needed to schedule a delivery. */
export type DueDelivery = Pick<
  DeliveryToSend,
  'id' | 'attempts' | 'alarm_id' | 'account_id' | 'notification_id' | 'address'
>

export type DeliveryToSend = Awaited<ReturnType<ReturnType<typeof toSend>['execute']>>[number]

const toSend = (db: Kysely<Tables>) =>
  db
    .selectFrom('delivery')
    .innerJoin('notification', 'notification.id', 'delivery.notification_id')
    .innerJoin('account', 'account.id', 'notification.account_id')
    .leftJoin('alarm', 'alarm.id', 'delivery.alarm_id')
    .leftJoin('controller', 'controller.id', 'alarm.controller_id')
    .leftJoin('region', 'region.id', 'controller.primary_region_id')
    .leftJoin('scale', 'scale.id', 'alarm.scale_id')
    .leftJoin('swarm_course as course', 'course.alarm_id', 'delivery.alarm_id')
    .leftJoin('scale as hive', 'hive.id', 'course.hive_scale_id')
    .leftJoin('customer_notice as notice', 'notice.id', 'delivery.notice_id')
    .leftJoin('job', 'job.id', 'notice.job_id')
    .leftJoin('season_notice', 'season_notice.id', 'delivery.season_notice_id')
    .leftJoin('season_digest', 'season_digest.account_id', 'notification.account_id')
    .leftJoin('watch', (join) =>
      join
        .onRef('watch.account_id', '=', 'notification.account_id')
        .onRef('watch.controller_id', '=', 'alarm.controller_id'),
    )
    .leftJoin('notification_controller as choice', (join) =>
      join
        .onRef('choice.notification_id', '=', 'notification.id')
        .onRef('choice.controller_id', '=', 'alarm.controller_id'),
    )
    .leftJoin('rule', 'rule.id', 'alarm.rule_id')
    .leftJoin('rule_notification as rule_choice', (join) =>
      join.onRef('rule_choice.rule_id', '=', 'rule.id').onRef('rule_choice.notification_id', '=', 'notification.id'),
    )
    .leftJoin('mute', (join) =>
      join
        .onRef('mute.account_id', '=', 'notification.account_id')
        .onRef('mute.controller_id', '=', 'alarm.controller_id')
        .onRef('mute.notification_type', '=', 'alarm.type'),
    )
    .select([
      'delivery.id',
      'delivery.stage',
      'delivery.attempts',
      'delivery.created_at',
      'delivery.follow_ups',
      'delivery.named',
      'notification.id as notification_id',
      'notification.account_id',
      'notification.type as channel',
      'notification.address',
      'notification.token_sealed',
      'notification.status as channel_status',
      'notification.alarm_types',
      'notification.every_own',
      'notification.quiet_from',
      'notification.quiet_to',
      'notification.time_zone',
      'notification.rings_always',
      'choice.controller_id as chosen_id',
      'account.language',
      'account.country',
      'account.site_host',
      'account.active as account_active',
      'alarm.id as alarm_id',
      'alarm.type',
      'alarm.status',
      'alarm.started_at',
      'alarm.detected_at',
      'alarm.ended_at',
      'alarm.verdict',
      'alarm.weight_change_grams',
      'alarm.confidence_percent',
      'alarm.why',
      'alarm.controller_id',
      'alarm.scale_id',
      'alarm.rule_id',
      'rule.is_on as rule_is_on',
      'rule.every_channel as rule_every_channel',
      'rule_choice.rule_id as rule_chosen_id',
      'controller.name as controller_name',
      'controller.owner_id',
      'watch.account_id as watcher_id',
      'scale.name as scale_name',
      'hive.name as hive_scale_name',
      'course.hive_name',
      'region.utc_offset',
      'mute.account_id as muted_by',
      'notice.id as notice_id',
      'notice.subject as notice_subject',
      'notice.text as notice_text',
      'job.status as notice_job_status',
      'notification.season_kinds',
      'season_notice.id as season_notice_id',
      'season_notice.body as season_body',
      'season_digest.way as digest_way',
    ])
    .select((eb) => muteEnd(eb).as('muted_until'))
    .select((eb) =>
      eb.exists(eb.selectFrom('delivery as first').select('first.id').where(firstTelling('sent'))).as('was_told'),
    )
    .select((eb) => eb.exists(laterTelling(eb)).as('is_replaced'))
    .select((eb) => eb.exists(swarmBefore(eb)).as('is_after_swarm'))
    .select((eb) => eb.exists(namingThis('sent')(eb)).as('is_named'))

/**
 * Returns what is due on one kind of channel: alarms first, then round-robin across accounts, the
 * oldest of each first. Anything that follows an alarm waits until the alarm itself is sent, and so does what another message names.
 */
export const selectDueDeliveries = (
  db: Kysely<Tables>,
  channel: ChannelType,
  nowMs: number,
  limit: number,
): Promise<DueDelivery[]> => {
  const due = db
    .selectFrom('delivery')
    .innerJoin('notification', 'notification.id', 'delivery.notification_id')
    .where('notification.type', '=', channel)
    .where('delivery.state', '=', 'due')
    .where(({ eb, or }) => or([eb('delivery.due_at', '<=', nowMs), eb('delivery.due_at', '>', nowMs + FURTHEST_MS)]))
    .where((where) =>
      where.or([
        where('delivery.stage', 'in', ['told', 'rang']),
        where.not(where.exists(where.selectFrom('delivery as first').select('first.id').where(firstTelling('due')))),
      ]),
    )
    .where((where) => where.not(where.exists(namingThis('due')(where))))
    .select([
      'delivery.id',
      'delivery.attempts',
      'delivery.alarm_id',
      'delivery.due_at',
      'notification.account_id',
      'notification.id as notification_id',
      'notification.address',
    ])
    .select(({ eb, fn }) => {
      const isOther = eb.case().when('delivery.alarm_id', 'is', null).then(1).else(0).end()
      return [
        isOther.as('is_other'),
        fn
          .agg<number>('row_number')
          .over((over) =>
            over
              .partitionBy('notification.account_id')
              .orderBy(isOther)
              .orderBy('delivery.due_at')
              .orderBy('delivery.id'),
          )
          .as('turn'),
      ]
    })
  return db
    .selectFrom(due.as('due'))
    .select(['id', 'attempts', 'alarm_id', 'account_id', 'notification_id', 'address'])
    .orderBy('is_other')
    .orderBy('turn')
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Returns undefined if its channel was removed meanwhile, as with its account. */
export const selectDelivery = (db: Kysely<Tables>, id: number): Promise<DeliveryToSend | undefined> =>
  toSend(db).where('delivery.id', '=', id).executeTakeFirst()

/** Returns a delivery as it is now: names, rights, mutes and the alarm may have changed since it was planned. Returns undefined if no longer due. */
export const selectStillDue = (db: Kysely<Tables>, id: number): Promise<DeliveryToSend | undefined> =>
  toSend(db).where('delivery.id', '=', id).where('delivery.state', '=', 'due').executeTakeFirst()

/** Returns the delivery that last told this channel of the same alarm. */
export const selectTelling = (
  db: Kysely<Tables>,
  { notification_id, alarm_id }: Pick<DeliveryToSend, 'notification_id' | 'alarm_id'>,
): Promise<{ id: number; created_at: number } | undefined> =>
  db
    .selectFrom('delivery')
    .select(['id', 'created_at'])
    .where('notification_id', '=', notification_id)
    .where('alarm_id', '=', alarm_id)
    .where('stage', 'in', ['told', 'rang'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns when the next delivery on one kind of channel is due, in epoch ms. */
export async function selectNextDue(
  db: Kysely<Tables>,
  channel: ChannelType,
  afterMs: number,
): Promise<number | undefined> {
  const next = await db
    .selectFrom('delivery')
    .innerJoin('notification', 'notification.id', 'delivery.notification_id')
    .select('delivery.due_at')
    .where('delivery.state', '=', 'due')
    .where('delivery.due_at', '>', afterMs)
    .where('notification.type', '=', channel)
    .orderBy('delivery.due_at')
    .limit(1)
    .executeTakeFirst()
  return next?.due_at
}

export type DeliveryEnd = Pick<DeliveryTable, 'state' | 'last_error'> & { dueAt?: number; sentAt?: number }

/**
 * Records the result of a try. A delivery removed meanwhile stays removed, one that was stopped is not tried again, and one that was sent stays sent,
 * whatever the result of resending it. If the row was made due again during the try, the result is ignored, since the news is still to be sent.
 */
export async function noteAttempt(
  db: Kysely<Tables>,
  { id, created_at }: Pick<DeliveryToSend, 'id' | 'created_at'>,
  end: DeliveryEnd,
): Promise<void> {
  const tried = db
    .updateTable('delivery')
    .set((eb) => ({
      state: end.state,
      last_error: end.last_error,
      attempts: eb('attempts', '+', 1),
      ...defined({ due_at: end.dueAt, sent_at: end.sentAt }),
    }))
    .where('id', '=', id)
    .where('created_at', '=', created_at)
  if (end.state === 'sent') await tried.execute()
  else if (end.state === 'due') await tried.where('state', '=', 'due').execute()
  else await tried.where('state', '<>', 'sent').execute()
}

/** Postpones what must not be heard now, or cannot be; this does not count as a try. */
export async function holdDeliveries(db: Kysely<Tables>, ids: readonly number[], untilMs: number): Promise<void> {
  for (const part of partsOf(ids, HELD_AT_ONCE)) {
    await db
      .updateTable('delivery')
      .set({ due_at: untilMs })
      .where('id', 'in', part)
      .where('state', '=', 'due')
      .execute()
  }
}

/** Makes everything not tried yet on a channel due at once, since its quiet hours may have changed. */
export async function hastenHeld(db: Kysely<Tables>, notificationId: number, nowMs: number): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ due_at: nowMs })
    .where('notification_id', '=', notificationId)
    .where('state', '=', 'due')
    .where('attempts', '=', 0)
    .where('due_at', '>', nowMs)
    .execute()
}

/** Writes a message that is not about an alarm. If due later than now, it is only a safety net for a caller that sends it directly. */
export async function insertMessage(
  db: Kysely<Tables>,
  message: {
    notificationId: number
    stage: 'test' | 'ended' | 'refused' | 'unshown' | 'code'
    dueAt: number
    createdAt: number
  },
): Promise<number> {
  const { id } = await db
    .insertInto('delivery')
    .values({
      notification_id: message.notificationId,
      alarm_id: null,
      stage: message.stage,
      state: 'due',
      due_at: message.dueAt,
      created_at: message.createdAt,
      sent_at: null,
      last_error: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
