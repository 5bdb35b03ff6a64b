import type { Kysely, Selectable } from 'kysely'
import type { AlarmReason } from '#domain/alerts/alarm.ts'
import { weightAlarms } from '#domain/alerts/alarm-types.ts'
import type { Detection } from '#domain/alerts/detection.ts'
import { reasonsOf } from '#domain/alerts/reasons-of.ts'
import { partsOf } from '../../platform/db/parts-of.ts'
import type { Tables } from '../../store/tables.ts'
import type { AlarmTable } from './alarm-table.ts'
import { LOOK_BACK_SECONDS } from './detectors/assess-alarm.ts'
import type { FoundInScale } from './found-in-scale.ts'

const AT_ONCE = 500

export async function replaceUnusable(db: Kysely<Tables>, { scaleId, from, to, unusable }: FoundInScale) {
  await db
    .deleteFrom('unusable_hour')
    .where('scale_id', '=', scaleId)
    .where('time', '>=', from)
    .where('time', '<', to)
    .execute()
  const rows = unusable.map((time) => ({ scale_id: scaleId, time }))
  for (const part of partsOf(rows, AT_ONCE)) await db.insertInto('unusable_hour').values(part).execute()
}

/** Deletes the checkpoints of UTC days that no longer have readings. */
export async function forgetCheckpoints(db: Kysely<Tables>, scaleId: number, days: readonly number[]): Promise<void> {
  for (const day of days) {
    await db.deleteFrom('detector_checkpoint').where('scale_id', '=', scaleId).where('from', '=', day).execute()
  }
}

export async function forgetLast(db: Kysely<Tables>, scaleId: number): Promise<void> {
  await db.deleteFrom('scale_last').where('scale_id', '=', scaleId).execute()
}

export type AssessedAlarm = {
  id: number
  controllerId: number
  scaleId: number
  confidencePercent: number
  why: string
  detection: Detection
}

/**
 * Returns the weight alarms of some scales that touch a span, with what their own weights
 * show, in the order they were found. Of long ones only the last days count.
 */
export async function readOwnFindings(
  db: Kysely<Tables>,
  scaleIds: number[],
  from: number,
  to: number,
): Promise<AssessedAlarm[]> {
  if (scaleIds.length === 0) return []
  const rows = await db
    .selectFrom('alarm')
    .selectAll()
    .where('scale_id', 'in', scaleIds)
    .where('type', 'in', weightAlarms)
    .where('detected_at', '>=', from)
    .where('detected_at', '<', to + LOOK_BACK_SECONDS)
    .where('started_at', '<', to)
    .orderBy('detected_at')
    .orderBy('scale_id')
    .orderBy('started_at')
    .orderBy('type')
    .execute()
  return rows.map(toAssessed)
}

/** Returns those of these alarms that still exist, in the order they were found. */
export async function readFindings(db: Kysely<Tables>, ids: readonly number[]): Promise<AssessedAlarm[]> {
  const rows = await db
    .selectFrom('alarm')
    .selectAll()
    .where('id', 'in', ids)
    .where('scale_id', 'is not', null)
    .orderBy('detected_at')
    .orderBy('scale_id')
    .orderBy('started_at')
    .orderBy('type')
    .execute()
  return rows.map(toAssessed)
}

function toAssessed(row: Selectable<AlarmTable>): AssessedAlarm {
  return {
    id: row.id,
    controllerId: row.controller_id,
    scaleId: row.scale_id!,
    confidencePercent: row.confidence_percent,
    why: row.why,
    detection: {
      type: row.type as Detection['type'],
      status: row.status,
      startedAt: row.started_at,
      detectedAt: row.detected_at,
      endedAt: row.ended_at,
      weightChangeGrams: row.weight_change_grams ?? 0,
      confidencePercent: row.own_confidence_percent,
      why: reasonsOf(row.own_why),
    },
  }
}

/** Returns the swarm alarms of some scales detected in a span, in the order they were found. */
export async function readSwarms(db: Kysely<Tables>, scaleIds: number[], from: number, to: number) {
  if (scaleIds.length === 0) return []
  const rows = await db
    .selectFrom('alarm')
    .select(['id', 'scale_id', 'status', 'started_at', 'detected_at', 'confidence_percent', 'own_why'])
    .where('scale_id', 'in', scaleIds)
    .where('type', '=', 'swarm')
    .where('detected_at', '>=', from)
    .where('detected_at', '<', to)
    .orderBy('detected_at')
    .orderBy('scale_id')
    .execute()
  return rows.map(({ id, scale_id, status, started_at, detected_at, confidence_percent, own_why }) => ({
    id,
    scaleId: scale_id!,
    confidencePercent: confidence_percent,
    detection: {
      type: 'swarm' as const,
      status,
      startedAt: started_at,
      detectedAt: detected_at,
      why: reasonsOf(own_why),
    },
  }))
}

export async function writeAssessment(
  db: Kysely<Tables>,
  id: number,
  assessed: { confidencePercent: number; why: AlarmReason[] },
): Promise<void> {
  await db
    .updateTable('alarm')
    .set({ confidence_percent: assessed.confidencePercent, why: JSON.stringify(assessed.why) })
    .where('id', '=', id)
    .execute()
}

/** Returns a scale's transmitter, with its weight scales and those of the same owner's transmitters within some degrees. */
export async function readPlaceOfScale(db: Kysely<Tables>, scaleId: number, degrees: { north: number; east: number }) {
  const own = await db
    .selectFrom('scale')
    .innerJoin('controller', 'controller.id', 'scale.controller_id')
    .select(['controller.id as controllerId', 'controller.owner_id', 'controller.latitude', 'controller.longitude'])
    .where('scale.id', '=', scaleId)
    .executeTakeFirst()
  if (!own) return undefined
  const { controllerId, owner_id, latitude, longitude } = own
  const scales = await db
    .selectFrom('scale')
    .innerJoin('controller', 'controller.id', 'scale.controller_id')
    .select(['scale.id', 'controller.id as controllerId', 'controller.latitude', 'controller.longitude'])
    .where('scale.type', '=', 'weight')
    .where('scale.state', '<>', 'archived')
    .where((where) => {
      const ofOwn = where('controller.id', '=', controllerId)
      if (owner_id === null || latitude === null || longitude === null) return ofOwn
      return where.or([
        ofOwn,
        where.and([
          where('controller.owner_id', '=', owner_id),
          where.between('controller.latitude', latitude - degrees.north, latitude + degrees.north),
          where.between('controller.longitude', longitude - degrees.east, longitude + degrees.east),
        ]),
      ])
    })
    .execute()
  return { own, scales }
}

/** Returns the transmitter a scale belongs to. */
export async function readControllerIdOf(db: Kysely<Tables>, scaleId: number): Promise<number | undefined> {
  const row = await db.selectFrom('scale').select('controller_id').where('id', '=', scaleId).executeTakeFirst()
  return row?.controller_id
}
