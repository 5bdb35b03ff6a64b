import type { Kysely, Selectable } from 'kysely'
import { ALARMS_MAXIMUM, JUMPS_MAXIMUM } from '#domain/alerts/alarm.ts'
import { hintAlarms } from '#domain/alerts/alarm-types.ts'
import type { Tables } from '../../store/tables.ts'
import { isFor } from '../notifications/is-for.ts'
import { isOpen } from '../notifications/is-open.ts'
import type { AlarmTable, JumpTable } from './alarm-table.ts'
import { readVisited } from './intervention-queries.ts'

export type AlarmRow = Selectable<AlarmTable>

export type AlarmFilter = {
  /** Who is looking: alarms of a rule are only for its owner. */
  accountId: number
  controllerIds: readonly number[]
  /** Without scales, all alarms of the transmitters: their own and those of all their scales. */
  scaleIds?: readonly number[] | undefined
  /** Epoch seconds, `to` exclusive. */
  from: number
  to: number
  /** Only alarms that are open at this time, in epoch seconds. */
  openAt?: number | undefined
}

/** Returns the alarms that began before `to` and had not ended by `from`, newest first. Of ongoing ones it counts when they were detected. */
export async function selectAlarms(db: Kysely<Tables>, filter: AlarmFilter): Promise<AlarmRow[]> {
  const { accountId, controllerIds, scaleIds, openAt } = filter
  if (controllerIds.length === 0 || scaleIds?.length === 0) return []
  let query = db
    .selectFrom('alarm')
    .selectAll()
    .where('controller_id', 'in', controllerIds)
    .where(isFor(accountId))
    .where('started_at', '<', filter.to)
    .where((where) => where(where.fn.coalesce('ended_at', 'detected_at'), '>=', filter.from))
  if (scaleIds) query = query.where('scale_id', 'in', scaleIds)
  if (openAt !== undefined) query = query.where(isOpen(openAt))
  return query.orderBy('started_at', 'desc').orderBy('id', 'desc').limit(ALARMS_MAXIMUM).execute()
}

export const selectAlarm = (db: Kysely<Tables>, id: number): Promise<AlarmRow | undefined> =>
  db.selectFrom('alarm').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Stores a verdict made at a time (epoch seconds), or that it was taken back then. Returns undefined if a later one is there, or the alarm is gone;
 * one from later than `now` was made while the clock was ahead.
 */
export const updateVerdict = (
  db: Kysely<Tables>,
  id: number,
  { verdict, by, at, now }: { verdict: AlarmRow['verdict']; by: number; at: number; now: number },
): Promise<AlarmRow | undefined> =>
  db
    .updateTable('alarm')
    .set({ verdict, verdict_by: verdict && by, verdict_at: at })
    .where('id', '=', id)
    .where((alarm) =>
      alarm.or([alarm('verdict_at', 'is', null), alarm('verdict_at', '<=', at), alarm('verdict_at', '>', now)]),
    )
    .returningAll()
    .executeTakeFirst()

/** Returns the newest jumps of these scales in a span (epoch seconds, `to` exclusive), in order of time. */
export async function selectJumps(
  db: Kysely<Tables>,
  scaleIds: readonly number[],
  span: { from: number; to: number },
): Promise<JumpTable[]> {
  if (scaleIds.length === 0) return []
  const newest = await db
    .selectFrom('jump')
    .selectAll()
    .where('scale_id', 'in', scaleIds)
    .where('time', '>=', span.from)
    .where('time', '<', span.to)
    .orderBy('time', 'desc')
    .orderBy('scale_id', 'desc')
    .limit(JUMPS_MAXIMUM)
    .execute()
  return newest.toReversed()
}

/** Returns the alarms of these scales that touch the span (epoch seconds) and help to tell what caused a jump. */
export async function selectAlarmsAround(db: Kysely<Tables>, scaleIds: readonly number[], from: number, to: number) {
  if (scaleIds.length === 0) return []
  return db
    .selectFrom('alarm')
    .select(['scale_id', 'type', 'status', 'verdict', 'confidence_percent', 'started_at', 'ended_at'])
    .where('scale_id', 'in', scaleIds)
    .where('type', 'not in', ['rule', ...hintAlarms])
    .where('started_at', '<', to)
    .where((where) => where(where.fn.coalesce('ended_at', 'detected_at'), '>=', from))
    .execute()
}

/** Returns when interventions were noted at these scales, or people visited them, in a span; all times in epoch seconds. */
export async function selectNotedTimes(db: Kysely<Tables>, scaleIds: readonly number[], from: number, to: number) {
  if (scaleIds.length === 0) return []
  const rows = await db
    .selectFrom('intervention')
    .select(['scale_id', 'time'])
    .where('scale_id', 'in', scaleIds)
    .where('deleted_at', 'is', null)
    .where('time', '>=', from * 1000)
    .where('time', '<', to * 1000)
    .execute()
  const visited = await readVisited(db, scaleIds, from, to)
  return [
    ...rows.map(({ scale_id, time }) => ({ scale_id, time: Math.floor(Number(time) / 1000) })),
    ...visited.map(({ scaleId, time }) => ({ scale_id: scaleId, time })),
  ]
}
