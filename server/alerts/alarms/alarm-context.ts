import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { readOwnFindings, readPlaceOfScale } from './alarm-queries.ts'
import { type AlarmContext, evidenceSpan } from './detectors/assess-alarm.ts'
import { type FoundAlarm, swarmSignsFor } from './detectors/swarm-signs.ts'
import { readInterventionTimes } from './intervention-queries.ts'
import { readDeviations, readJumps } from './jump-queries.ts'
import { readScaleChanges } from './scale-change-queries.ts'

export const AROUND_SECONDS = 2 * 3600
const SAME_PLACE_METERS = 200
const METERS_PER_DEGREE = 111_195
/** A box in degrees that contains the circle, up to 84 degrees of latitude. */
const NEAR_DEGREES = { north: 0.002, east: 0.02 }

/** Returns what is stored about the surroundings of an alarm; `beside` are the hives near it, without its own. */
export async function readAlarmContext(db: Kysely<Tables>, alarm: FoundAlarm, beside: number[]): Promise<AlarmContext> {
  const { from, to } = contextSpan(alarm)
  const jumps = await readJumps(db, beside, from, to)
  const byHive = Map.groupBy(await readDeviations(db, beside, from, to), ({ scaleId }) => scaleId)
  return {
    neighborJumps: jumps.map((jump) => ({ scaleId: jump.scale_id, time: jump.time, changeGrams: jump.change_grams })),
    interventionTimes: await readInterventionTimes(db, alarm.scaleId, from, to),
    changeTimes: (await readScaleChanges(db, [alarm.scaleId], from, to)).map(({ time }) => time),
    otherSwarmSigns: swarmSignsFor(alarm, await readOwnFindings(db, beside, from, to)),
    deviationsBeside: beside.map((scaleId) => byHive.get(scaleId) ?? []),
  }
}

/** Wider than the span that counts around an alarm: whether a step is a spike depends on what is near it. */
export function contextSpan({ detection }: Pick<FoundAlarm, 'detection'>): { from: number; to: number } {
  const { from, to } = evidenceSpan(detection)
  const more = AROUND_SECONDS / 2
  return { from: from - more, to: to + more }
}

/** Returns the scale itself and those of its transmitter or within 200 m. */
export async function scalesNear(db: Kysely<Tables>, scaleId: number): Promise<number[]> {
  const place = await readPlaceOfScale(db, scaleId, NEAR_DEGREES)
  if (!place) return [scaleId]
  const { own, scales } = place
  return scales
    .filter((scale) => scale.controllerId === own.controllerId || distanceMeters(scale, own) <= SAME_PLACE_METERS)
    .map(({ id }) => id)
}

type Position = { latitude: number | null; longitude: number | null }

/** Flat-earth distance, accurate to a meter at this range; infinite if a location is unknown. */
function distanceMeters(a: Position, b: Position): number {
  if (a.latitude === null || a.longitude === null || b.latitude === null || b.longitude === null) return Infinity
  const north = (a.latitude - b.latitude) * METERS_PER_DEGREE
  const east = (a.longitude - b.longitude) * METERS_PER_DEGREE * Math.cos((a.latitude * Math.PI) / 180)
  return Math.hypot(north, east)
}
