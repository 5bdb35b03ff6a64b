import type { ExpressionBuilder, Insertable, Kysely } from 'kysely'
import type { AlarmType } from '#domain/alerts/alarm.ts'
import type { HintAlarm, WeightAlarm } from '#domain/alerts/alarm-types.ts'
import type { Tables } from '../../../store/tables.ts'
import type { AlarmTable } from '../alarm-table.ts'
import { collectingSince, isAboutScales, isOfTransmitter } from './silence-queries.ts'

export type WatchedType = Exclude<AlarmType, WeightAlarm | HintAlarm | 'rule'>

/**
 * Returns the transmitters in use without an open silence alarm that were last heard before a time, or after now (epoch ms). `collectingSince`: when an ended subscription was last renewed.
 */
export const selectUnheard = (db: Kysely<Tables>, { beforeMs, nowMs }: { beforeMs: number; nowMs: number }) =>
  db
    .selectFrom('controller')
    .leftJoin('alarm', (join) =>
      join
        .onRef('alarm.controller_id', '=', 'controller.id')
        .on('alarm.type', '=', 'silence')
        .on('alarm.status', '=', 'open')
        .on(isOfTransmitter),
    )
    .select(['controller.id', 'controller.last_seen_at', 'owner_id', 'subscription_ends_at'])
    .select(['update_interval_hours', 'former_interval_hours', 'interval_changed_at'])
    .select(collectingSince)
    .where('owner_id', 'is not', null)
    .where(({ or, eb }) => or([eb('last_seen_at', '<', beforeMs), eb('last_seen_at', '>', nowMs)]))
    .where('alarm.id', 'is', null)
    .execute()

/** Returns the open silence alarms whose transmitter has been heard from since, without those about its clock: it is heard all the time. */
export async function selectHeardAgain(db: Kysely<Tables>) {
  const rows = await db
    .selectFrom('alarm')
    .innerJoin('controller', 'controller.id', 'alarm.controller_id')
    .select(['alarm.id', 'alarm.controller_id', 'alarm.started_at', 'controller.last_seen_at'])
    .where('alarm.type', '=', 'silence')
    .where('alarm.status', '=', 'open')
    .where('alarm.why', 'not like', '%"clock%')
    .where(isOfTransmitter)
    .execute()
  return rows.flatMap(({ last_seen_at, ...alarm }) => {
    const heardAt = Math.floor((last_seen_at ?? 0) / 1000)
    return heardAt > alarm.started_at ? [{ ...alarm, heardAt }] : []
  })
}

/** Returns the open battery alarms, and from which voltage down that battery is low. */
export const selectOpenBatteries = (db: Kysely<Tables>) =>
  db
    .selectFrom('alarm')
    .innerJoin('controller', 'controller.id', 'alarm.controller_id')
    .select(['controller.id', 'controller.battery_low_mv'])
    .where('alarm.type', '=', 'battery')
    .where('alarm.status', '=', 'open')
    .execute()

export const selectOpenOfType = (db: Kysely<Tables>, type: WatchedType) =>
  db.selectFrom('alarm').select(['id', 'controller_id']).where('type', '=', type).where('status', '=', 'open').execute()

type NewAlarm = Pick<
  AlarmTable,
  'controller_id' | 'scale_id' | 'started_at' | 'detected_at' | 'confidence_percent' | 'why'
> & { type: WatchedType }

/**
 * Opens an alarm of a transmitter itself, or of its scales; a scale that was out of use meanwhile, and is still silent, has its alarm again.
 * Returns undefined if one of this type about the same is open already.
 */
export async function openAlarm(
  db: Kysely<Tables>,
  alarm: NewAlarm,
): Promise<{ id: number; previousStatus: 'closed' | null } | undefined> {
  const ofType = db
    .selectFrom('alarm')
    .select('id')
    .where('controller_id', '=', alarm.controller_id)
    .where('type', '=', alarm.type)
  const open = await ofType.where('status', '=', 'open').where(isAboutTheSame(alarm)).executeTakeFirst()
  if (open) return undefined
  const row: Insertable<AlarmTable> = {
    ...alarm,
    status: 'open',
    ended_at: null,
    weight_change_grams: null,
    own_confidence_percent: alarm.confidence_percent,
    own_why: alarm.why,
    verdict: null,
    verdict_by: null,
    verdict_at: null,
    account_id: null,
  }
  const before = await ofType
    .where('scale_id', '=', alarm.scale_id)
    .where('started_at', '=', alarm.started_at)
    .executeTakeFirst()
  if (before) {
    await db.updateTable('alarm').set(row).where('id', '=', before.id).execute()
    return { id: before.id, previousStatus: 'closed' }
  }
  const { id } = await db.insertInto('alarm').values(row).returning('id').executeTakeFirstOrThrow()
  return { id, previousStatus: null }
}

/** Several alarms about scales of a transmitter may be open, each about others. */
const isAboutTheSame =
  ({ scale_id, why }: NewAlarm) =>
  (alarm: ExpressionBuilder<Tables, 'alarm'>) =>
    scale_id !== null
      ? alarm('alarm.scale_id', '=', scale_id)
      : isAboutScales(why)
        ? alarm('alarm.why', '=', why)
        : isOfTransmitter(alarm)

/** Replaces the reasons of an alarm that continues. Returns whether it was still open. */
export async function reviseAlarm(db: Kysely<Tables>, id: number, why: string): Promise<boolean> {
  const revised = await db
    .updateTable('alarm')
    .set({ why, own_why: why })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  return revised !== undefined
}

/** Returns whether it was still open. */
export async function closeAlarm(db: Kysely<Tables>, id: number, endedAt: number): Promise<boolean> {
  const closed = await db
    .updateTable('alarm')
    .set({ status: 'closed', ended_at: endedAt })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  return closed !== undefined
}

/** Closes the open alarms of one type at a transmitter and returns their ids; `endedAt` in epoch seconds. */
export async function closeOpenOfType(
  db: Kysely<Tables>,
  controllerId: number,
  type: WatchedType,
  endedAt: number,
): Promise<number[]> {
  const closed = await db
    .updateTable('alarm')
    .set({ status: 'closed', ended_at: endedAt })
    .where('controller_id', '=', controllerId)
    .where('type', '=', type)
    .where('status', '=', 'open')
    .returning('id')
    .execute()
  return closed.map(({ id }) => id)
}

/** Returns the transmitters in use whose battery is worth checking. */
export const selectBatteries = (db: Kysely<Tables>, belowMillivolts: number, seenAfterMs: number) =>
  db
    .selectFrom('controller')
    .select(['id', 'battery_low_mv'])
    .where('owner_id', 'is not', null)
    .where('battery_mv', '<', belowMillivolts)
    .where('last_seen_at', '>', seenAfterMs)
    .execute()
