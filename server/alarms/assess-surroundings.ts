import type { Kysely } from 'kysely'
import { RINGING_CONFIDENCE_PERCENT } from '#domain/alarm.ts'
import type { Tables } from '../db/tables.ts'
import {
  type AssessedAlarm,
  readInterventionTimes,
  readJumps,
  readOwnFindings,
  readPlaceOfScale,
  writeAssessment,
} from './alarm-queries.ts'
import { assessAlarm } from './detectors/assess-alarm.ts'

const AROUND_SECONDS = 2 * 3600
const SAME_PLACE_METERS = 200
const METERS_PER_DEGREE = 111_195

/**
 * Looks again at the alarms of a scale and of those beside it near a span of time: what moved in the other hives, and what
 * people noted, changes how sure they are. Gives the same whichever of the hives came in first.
 */
export async function assessSurroundings(db: Kysely<Tables>, scaleId: number, from: number, to: number): Promise<void> {
  const scaleIds = await scalesNear(db, scaleId)
  const alarms = await readOwnFindings(db, scaleIds, from - AROUND_SECONDS, to + AROUND_SECONDS)
  for (const alarm of alarms) await assessAgain(db, alarm)
}

async function assessAgain(db: Kysely<Tables>, alarm: AssessedAlarm): Promise<void> {
  const { detection, scaleId } = alarm
  const beside = (await scalesNear(db, scaleId)).filter((id) => id !== scaleId)
  const from = detection.startedAt - AROUND_SECONDS
  const to = detection.detectedAt + AROUND_SECONDS
  const jumps = await readJumps(db, beside, from, to)
  const signs = (await readOwnFindings(db, beside, from, to)).filter(
    ({ detection: { type, confidencePercent } }) => type === 'swarm' && confidencePercent >= RINGING_CONFIDENCE_PERCENT,
  )
  const assessed = assessAlarm(detection, {
    neighbourJumps: jumps.map((jump) => ({ scaleId: jump.scale_id, time: jump.time, changeGrams: jump.change_grams })),
    interventionTimes: await readInterventionTimes(db, scaleId, from, to),
    otherSwarmSigns: signs.map(({ scaleId: of, detection: { startedAt, detectedAt, endedAt } }) => ({
      scaleId: of,
      startedAt,
      endedAt: endedAt ?? detectedAt,
    })),
  })
  if (assessed.confidencePercent !== alarm.confidencePercent || JSON.stringify(assessed.why) !== alarm.why) {
    await writeAssessment(db, alarm.id, assessed)
  }
}

/** The scale itself and those of its controller or within 200 m. */
async function scalesNear(db: Kysely<Tables>, scaleId: number): Promise<number[]> {
  const place = await readPlaceOfScale(db, scaleId)
  if (!place) return [scaleId]
  const { own, scales } = place
  return scales
    .filter((scale) => scale.controllerId === own.controllerId || distanceMeters(scale, own) <= SAME_PLACE_METERS)
    .map(({ id }) => id)
}

type Position = { latitude: number | null; longitude: number | null }

/** Flat-earth distance, good to a meter at this range; infinite where a place is unknown. */
function distanceMeters(a: Position, b: Position): number {
  if (a.latitude === null || a.longitude === null || b.latitude === null || b.longitude === null) return Infinity
  const north = (a.latitude - b.latitude) * METERS_PER_DEGREE
  const east = (a.longitude - b.longitude) * METERS_PER_DEGREE * Math.cos((a.latitude * Math.PI) / 180)
  return Math.hypot(north, east)
}
