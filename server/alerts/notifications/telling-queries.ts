import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely'
import { ABOUT_SCALES } from '#domain/alerts/stopped-scales.ts'
import type { Tables } from '../../store/tables.ts'
import type { DeliveryTable } from './notification-table.ts'

type Telling = Tables & { first: DeliveryTable }

/** Matches the delivery, quiet or loud, that first told the same channel of the alarm. */
export const firstTelling = (state: DeliveryTable['state']) => (eb: ExpressionBuilder<Telling, 'first' | 'delivery'>) =>
  eb.and([
    eb('first.notification_id', '=', eb.ref('delivery.notification_id')),
    eb('first.alarm_id', '=', eb.ref('delivery.alarm_id')),
    eb('first.stage', 'in', ['told', 'rang']),
    eb('first.state', '=', state),
  ])

/** Selects deliveries telling the channel of a later alarm that takes the same place on a screen. */
export const laterTelling = (eb: ExpressionBuilder<Tables, 'delivery' | 'alarm'>) =>
  eb
    .selectFrom('delivery as later')
    .innerJoin('alarm as newer', 'newer.id', 'later.alarm_id')
    .select('later.id')
    .whereRef('later.notification_id', '=', 'delivery.notification_id')
    .where('later.stage', 'in', ['told', 'rang'])
    .where('later.state', '=', 'sent')
    .whereRef('newer.controller_id', '=', 'alarm.controller_id')
    .where(({ or, and, eb: newer }) =>
      or([
        newer('newer.scale_id', '=', newer.ref('alarm.scale_id')),
        and([
          newer('newer.scale_id', 'is', null),
          newer('alarm.scale_id', 'is', null),
          // one about several scales has a place of its own
          newer('newer.why', 'not like', `%${ABOUT_SCALES}%`),
          newer('alarm.why', 'not like', `%${ABOUT_SCALES}%`),
        ]),
      ]),
    )
    .whereRef('newer.type', '=', 'alarm.type')
    .where(({ or, and, eb: newer }) =>
      or([
        newer('newer.type', '<>', 'activity'),
        and([newer('newer.weight_change_grams', '>', 0), newer('alarm.weight_change_grams', '>', 0)]),
        and([newer('newer.weight_change_grams', '<', 0), newer('alarm.weight_change_grams', '<', 0)]),
      ]),
    )
    .whereRef('newer.rule_id', '=', 'alarm.rule_id')
    .whereRef('newer.started_at', '>', 'alarm.started_at')

/** For how long what became of a confirmed swarm is still to be said. */
const SWARM_STAYS_SECONDS = 2 * 86_400

/** Selects deliveries by which an earlier swarm of the same hive rang on the channel. It was confirmed, so its notification has to stay. */
export const swarmBefore = (eb: ExpressionBuilder<Tables, 'delivery' | 'alarm'>) =>
  eb
    .selectFrom('delivery as earlier')
    .innerJoin('alarm as swarm', 'swarm.id', 'earlier.alarm_id')
    .select('earlier.id')
    .whereRef('earlier.notification_id', '=', 'delivery.notification_id')
    .where('earlier.stage', '=', 'rang')
    .where('earlier.state', '=', 'sent')
    .where('swarm.type', '=', 'swarm')
    .where('swarm.status', '=', 'confirmed')
    .where('alarm.type', '=', 'swarm')
    .whereRef('swarm.scale_id', '=', 'alarm.scale_id')
    .whereRef('swarm.started_at', '<', 'alarm.started_at')
    .where((swarm) => swarm('swarm.started_at', '>', swarm('alarm.started_at', '-', SWARM_STAYS_SECONDS)))

/**
 * Selects deliveries by which another silent transmitter rang on the channel, or is to ring there (`state`), whose message names this one: it must not
 * ring once more. Once the other one has been heard again, it does.
 */
export const namingThis = (state: DeliveryTable['state']) => (eb: ExpressionBuilder<Tables, 'delivery'>) =>
  eb
    .selectFrom('delivery as naming')
    .innerJoin('alarm as other', 'other.id', 'naming.alarm_id')
    .innerJoin('alarm as own', (join) => join.onRef('own.id', '=', 'delivery.alarm_id'))
    .select('naming.id')
    .whereRef('naming.notification_id', '=', 'delivery.notification_id')
    .where('naming.stage', '=', 'rang')
    .where('naming.state', '=', state)
    .where('other.status', '=', 'open')
    .where('own.type', '=', 'silence')
    .whereRef('other.detected_at', '>=', 'own.started_at')
    .where('naming.named', 'like', sql<string>`'%,' || own.controller_id || ',%'`)

/** Records that a channel was only told of an alarm that was to ring there, so that it still rings if it becomes sure again. */
export async function noteSilent(
  db: Kysely<Tables>,
  {
    id,
    created_at,
    notification_id,
    alarm_id,
  }: Pick<Selectable<DeliveryTable>, 'id' | 'created_at' | 'notification_id' | 'alarm_id'>,
): Promise<void> {
  await db
    .deleteFrom('delivery')
    .where('notification_id', '=', notification_id)
    .where('alarm_id', '=', alarm_id)
    .where('stage', '=', 'told')
    .execute()
  await db
    .updateTable('delivery')
    .set({ stage: 'told' })
    .where('id', '=', id)
    .where('created_at', '=', created_at)
    .execute()
}

/** Whether such a message was sent to a channel between two times (epoch ms), or is about to be. */
export async function isSentBetween(
  db: Kysely<Tables>,
  { notificationId, stage }: { notificationId: number; stage: DeliveryTable['stage'] },
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const sent = await db
    .selectFrom('delivery')
    .select('id')
    .where('notification_id', '=', notificationId)
    .where('alarm_id', 'is', null)
    .where('stage', '=', stage)
    .where('state', 'in', ['due', 'sent'])
    .where('created_at', '>', from)
    .where('created_at', '<=', to)
    .limit(1)
    .executeTakeFirst()
  return sent !== undefined
}
