import type { Kysely } from 'kysely'
import type { AlarmStatus } from '#domain/alarm.ts'
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
import { isBefore, isLoud, swarmSignsFor } from './detectors/swarm-signs.ts'

const AROUND_SECONDS = 2 * 3600
const SAME_PLACE_METERS = 200
const METERS_PER_DEGREE = 111_195
/** A box that holds the circle up to 84 degrees of latitude. */
const NEAR_DEGREES = { north: 0.002, east: 0.02 }

/** An alarm whose standing has changed; `wasLoud`: it was sure enough to ring before. */
export type Reassessed = { id: number; status: AlarmStatus; wasLoud: boolean; isLoud: boolean }

/**
 * Looks again at the alarms of a scale and of those beside it near a span of time: what moved in the other hives, and what
 * people noted, changes how sure they are. An alarm is judged among those found before it, and one that turns loud or
 * quiet has those after it judged again; so it gives the same whichever of the hives came in first.
 */
export async function assessSurroundings(
  db: Kysely<Tables>,
  scaleId: number,
  from: number,
  to: number,
): Promise<Reassessed[]> {
  const near = rememberPlaces(db)
  const changed: Reassessed[] = []
  const queue = await readOwnFindings(db, await near(scaleId), from - AROUND_SECONDS, to + AROUND_SECONDS)
  for (let alarm = queue.shift(); alarm; alarm = queue.shift()) {
    const change = await assessAgain(db, alarm, near)
    if (!change) continue
    changed.push(change)
    if (change.wasLoud !== change.isLoud) await queueLater(db, alarm, near, queue)
  }
  return changed
}

type Places = (scaleId: number) => Promise<number[]>

function rememberPlaces(db: Kysely<Tables>): Places {
  const known = new Map<number, Promise<number[]>>()
  return (scaleId) => {
    const place = known.get(scaleId) ?? scalesNear(db, scaleId)
    known.set(scaleId, place)
    return place
  }
}

async function assessAgain(db: Kysely<Tables>, alarm: AssessedAlarm, near: Places): Promise<Reassessed | undefined> {
  const { detection, scaleId } = alarm
  const beside = (await near(scaleId)).filter((id) => id !== scaleId)
  const from = detection.startedAt - AROUND_SECONDS
  const to = detection.detectedAt + AROUND_SECONDS
  const jumps = await readJumps(db, beside, from, to)
  const assessed = assessAlarm(detection, {
    neighbourJumps: jumps.map((jump) => ({ scaleId: jump.scale_id, time: jump.time, changeGrams: jump.change_grams })),
    interventionTimes: await readInterventionTimes(db, scaleId, from, to),
    otherSwarmSigns: swarmSignsFor(alarm, await readOwnFindings(db, beside, from, to)),
  })
  if (assessed.confidencePercent === alarm.confidencePercent && JSON.stringify(assessed.why) === alarm.why) {
    return undefined
  }
  await writeAssessment(db, alarm.id, assessed)
  return {
    id: alarm.id,
    status: detection.status,
    wasLoud: isLoud(alarm.confidencePercent),
    isLoud: isLoud(assessed.confidencePercent),
  }
}

/** Puts the alarms beside this one that were found after it into the queue, in their order. */
async function queueLater(db: Kysely<Tables>, alarm: AssessedAlarm, near: Places, queue: AssessedAlarm[]) {
  const { startedAt, detectedAt } = alarm.detection
  const beside = (await near(alarm.scaleId)).filter((id) => id !== alarm.scaleId)
  const around = await readOwnFindings(db, beside, startedAt - AROUND_SECONDS, detectedAt + AROUND_SECONDS)
  const waiting = new Set(queue.map(({ id }) => id))
  queue.push(...around.filter((other) => isBefore(alarm, other) && !waiting.has(other.id)))
  queue.sort((a, b) => (isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0))
}

/** The scale itself and those of its controller or within 200 m. */
async function scalesNear(db: Kysely<Tables>, scaleId: number): Promise<number[]> {
  const place = await readPlaceOfScale(db, scaleId, NEAR_DEGREES)
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
