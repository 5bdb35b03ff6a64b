import { type Kysely, sql } from 'kysely'
import { HOUR_MS } from '#domain/platform/durations.ts'
import type { Tables } from '../../store/tables.ts'
import type { IngestHourTable } from './ingest-hour-table.ts'

export async function addIngest(db: Kysely<Tables>, hour: IngestHourTable): Promise<void> {
  await db
    .insertInto('ingest_hour')
    .values(hour)
    .onConflict((conflict) =>
      conflict.column('from').doUpdateSet((eb) => ({
        requests: eb('ingest_hour.requests', '+', hour.requests),
        readings: eb('ingest_hour.readings', '+', hour.readings),
        refused: eb('ingest_hour.refused', '+', hour.refused),
      })),
    )
    .execute()
}

export async function deleteIngestBefore(db: Kysely<Tables>, beforeMs: number): Promise<void> {
  await db.deleteFrom('ingest_hour').where('from', '<', beforeMs).execute()
}

export const selectIngest = (db: Kysely<Tables>, fromMs: number): Promise<IngestHourTable[]> =>
  db.selectFrom('ingest_hour').selectAll().where('from', '>=', fromMs).orderBy('from').execute()

/** The number of transmitters without an owner. */
export async function countUnowned(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('controller')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('owner_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const heardAt = sql<number>`coalesce(last_seen_at, activated_at, 0)`

/**
 * Transmitters in use that have not been heard from for two intervals and an hour by the clock, or only at a time in the future; those
 * whose interval was just shortened are judged by `findSilent`. Those that
 * fell silent last come first: they can still be helped. An ended subscription excuses silence, unless it began before the end.
 */
export function selectUnheard(db: Kysely<Tables>, nowMs: number, subscriptions: boolean) {
  const patience = sql<number>`(2 * update_interval_hours + 1) * ${sql.lit(HOUR_MS)}`
  const query = db
    .selectFrom('controller')
    .select(['id', 'last_seen_at', 'subscription_ends_at', heardAt.as('heardAt')])
    .select(['update_interval_hours', 'former_interval_hours', 'interval_changed_at'])
    .select((eb) =>
      eb
        .selectFrom('order_key_redemption as redemption')
        .select((of) => of.fn.max('redemption.redeemed_at').as('at'))
        .whereRef('redemption.controller_id', '=', 'controller.id')
        .whereRef('redemption.end_before', '<=', 'redemption.redeemed_at')
        .as('collectingSince'),
    )
    .where('owner_id', 'is not', null)
    .where(sql<boolean>`(${heardAt} < ${nowMs} - ${patience} or ${heardAt} > ${nowMs})`)
    .orderBy(sql`coalesce(last_seen_at, 0)`, 'desc')
    .orderBy('id')
  if (!subscriptions) return query.execute()
  return query
    .where(({ or, eb }) =>
      or([
        eb('subscription_ends_at', 'is', null),
        eb('subscription_ends_at', '>', nowMs),
        sql<boolean>`last_seen_at < subscription_ends_at - ${patience}`,
      ]),
    )
    .execute()
}

export type TransmitterRow = Awaited<ReturnType<typeof selectTransmitters>>[number]

/** The last status that these transmitters sent, and their owners. */
export async function selectTransmitters(db: Kysely<Tables>, ids: readonly number[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('controller')
    .leftJoin('account', 'account.id', 'controller.owner_id')
    .select(['controller.id', 'controller.name', 'controller.imei', 'account.email as owner'])
    .select(['controller.last_seen_at', 'controller.activated_at'])
    .select(['controller.update_interval_hours', 'controller.former_interval_hours', 'controller.interval_changed_at'])
    .select([
      'controller.subscription_ends_at',
      'controller.battery_mv',
      'controller.battery_low_mv',
      'controller.signal_dbm',
    ])
    .where('controller.id', 'in', ids)
    .execute()
}

export const selectLowBatteries = (db: Kysely<Tables>) =>
  db
    .selectFrom('alarm')
    .innerJoin('controller', 'controller.id', 'alarm.controller_id')
    .leftJoin('account', 'account.id', 'controller.owner_id')
    .select(['controller.id', 'controller.name', 'controller.imei', 'account.email as owner'])
    .select(['alarm.why', 'alarm.detected_at', 'controller.battery_mv'])
    .where('alarm.type', '=', 'battery')
    // a literal, as in the index, which would not be used with a bound value
    .where('alarm.status', '=', sql.lit('open'))
    .execute()

/** How many of the transmitters in use run each firmware. */
export async function countFirmware(db: Kysely<Tables>): Promise<{ version: string | null; count: number }[]> {
  const rows = await db
    .selectFrom('controller')
    .select(({ fn }) => ['software_version as version', fn.countAll().as('count')])
    .where('owner_id', 'is not', null)
    .groupBy('software_version')
    .execute()
  return rows
    .map(({ version, count }) => ({ version, count: Number(count) }))
    .sort((a, b) => b.count - a.count || (a.version ?? '').localeCompare(b.version ?? ''))
}

/** Deliveries given up after a try since a time (epoch ms), by channel. */
export async function countFailedDeliveries(db: Kysely<Tables>, sinceMs: number) {
  const rows = await db
    .selectFrom('delivery')
    .innerJoin('notification', 'notification.id', 'delivery.notification_id')
    .select(({ fn }) => ['notification.type as channel', fn.countAll().as('count')])
    .where('delivery.state', 'in', ['failed', 'expired'])
    .where('delivery.attempts', '>', 0)
    .where('delivery.created_at', '>=', sinceMs)
    .where('delivery.hidden_at', 'is', null)
    .groupBy('notification.type')
    .execute()
  return rows.map(({ channel, count }) => ({ channel, count: Number(count) }))
}

export async function countWaitingDeliveries(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('delivery')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('state', '=', 'due')
    .where('attempts', '>', 0)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function countFailingChannels(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('notification')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('status', '=', 'failing')
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const selectFailedJobs = (db: Kysely<Tables>, sinceMs: number, limit: number) =>
  db
    .selectFrom('job')
    .select(['id', 'type', 'description', 'problem', 'finished_at'])
    .where('status', '=', 'failed')
    .where('finished_at', '>=', sinceMs)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
