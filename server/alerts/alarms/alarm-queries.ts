import type { Kysely, Selectable } from 'kysely'
import type { AlarmReason } from '#domain/alerts/alarm.ts'
import { weightAlarms } from '#domain/alerts/alarm-types.ts'
import type { Detection } from '#domain/alerts/detection.ts'
import { isOfOneReading } from '#domain/alerts/one-reading.ts'
import { reasonsOf } from '#domain/alerts/reasons-of.ts'
import { partsOf } from '../../platform/db/parts-of.ts'
import type { Tables } from '../../store/tables.ts'
import type { AlarmTable } from './alarm-table.ts'
import { LOOK_BACK_SECONDS } from './detectors/assess-alarm.ts'
import type { FoundInScale } from './write-alarms.ts'

const AT_ONCE = 500

const nameOf = ({ type, startedAt }: Pick<Detection, 'type' | 'startedAt'>) => `${type} ${startedAt}`

/** Returns the stored episodes detected in the stretch, and those the run's detections belong to. */
export async function readEpisodes(db: Kysely<Tables>, found: FoundInScale) {
  const ofScale = db
    .selectFrom('alarm')
    .select(['id', 'type', 'status', 'started_at', 'detected_at', 'verdict', 'own_why'])
    .where('scale_id', '=', found.scaleId)
    .where('type', 'in', weightAlarms)
  const ofStretch = await ofScale.where('detected_at', '>=', found.from).where('detected_at', '<', found.to).execute()
  const episodes = new Map(ofStretch.map((episode) => [episode.id, episode]))
  const startedAt = found.detections.map((detection) => detection.startedAt)
  for (const part of partsOf(startedAt, AT_ONCE)) {
    for (const episode of await ofScale.where('started_at', 'in', part).execute()) episodes.set(episode.id, episode)
  }
  return [...episodes.values()]
}

/** Stores what a scale's own weights show; how sure that is given its surroundings is assessed afterwards. */
export async function upsertAlarm(db: Kysely<Tables>, found: FoundInScale, detection: Detection): Promise<void> {
  const why = JSON.stringify(detection.why)
  const own = {
    status: detection.status,
    detected_at: detection.detectedAt,
    ended_at: detection.endedAt,
    weight_change_grams: detection.weightChangeGrams,
    own_confidence_percent: detection.confidencePercent,
    own_why: why,
  }
  await db
    .insertInto('alarm')
    .values({
      controller_id: found.controllerId,
      scale_id: found.scaleId,
      type: detection.type,
      started_at: detection.startedAt,
      ...own,
      confidence_percent: detection.confidencePercent,
      why,
    })
    .onConflict((conflict) =>
      conflict.columns(['controller_id', 'scale_id', 'type', 'started_at', 'rule_id']).doUpdateSet(own),
    )
    .execute()
}

/**
 * Deletes or withdraws episodes first seen in the stretch that it no longer shows. Withdrawn episodes of a
 * single reading are deleted too, if nobody was told of them: nobody needs to see a fault of a scale.
 */
export async function endVanished(db: Kysely<Tables>, found: FoundInScale): Promise<void> {
  const still = new Set([...found.detections, ...found.unchanged].map(nameOf))
  const faults = new Set(found.detections.filter(isFault).map(nameOf))
  for (const { id, type, started_at, detected_at, verdict } of await readEpisodes(db, found)) {
    const name = nameOf({ type: type as Detection['type'], startedAt: started_at })
    const isVanished = detected_at >= found.from && detected_at < found.to && !still.has(name)
    if (!isVanished && !faults.has(name)) continue
    const told = await db.selectFrom('delivery').select('id').where('alarm_id', '=', id).limit(1).execute()
    if (told.length === 0 && verdict === null) await db.deleteFrom('alarm').where('id', '=', id).execute()
    else if (isVanished) await withdrawAlarm(db, id)
  }
}

const isFault = (detection: Detection): boolean => detection.status === 'withdrawn' && isOfOneReading(detection.why)

const laterReadings = JSON.stringify([{ code: 'laterReadings' }])

async function withdrawAlarm(db: Kysely<Tables>, id: number): Promise<void> {
  await db
    .updateTable('alarm')
    .set((eb) => ({
      status: 'withdrawn',
      ended_at: eb.ref('detected_at'),
      own_confidence_percent: 1,
      own_why: laterReadings,
    }))
    .where('id', '=', id)
    .execute()
}

/** Whether an earlier run of this stretch found something. */
export async function hasFindings(db: Kysely<Tables>, { scaleId, from, to }: FoundInScale): Promise<boolean> {
  const { found } = await db
    .selectNoFrom(({ or, exists, selectFrom }) => {
      const alarms = selectFrom('alarm').select('id').where('scale_id', '=', scaleId).where('type', 'in', weightAlarms)
      const jumps = selectFrom('jump').select('time').where('scale_id', '=', scaleId)
      const deviations = selectFrom('deviation').select('time').where('scale_id', '=', scaleId)
      const unusable = selectFrom('unusable_hour').select('time').where('scale_id', '=', scaleId)
      return or([
        exists(alarms.where('detected_at', '>=', from).where('detected_at', '<', to)),
        exists(jumps.where('time', '>=', from).where('time', '<', to)),
        exists(deviations.where('time', '>=', from).where('time', '<', to)),
        exists(unusable.where('time', '>=', from).where('time', '<', to)),
      ]).as('found')
    })
    .executeTakeFirstOrThrow()
  return Boolean(found)
}

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
