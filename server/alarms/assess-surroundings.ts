import type { Kysely } from 'kysely'
import type { AlarmStatus } from '#domain/alarm.ts'
import type { Tables } from '../db/tables.ts'
import { AROUND_SECONDS, readAlarmContext, scalesNear } from './alarm-context.ts'
import { type AssessedAlarm, readOwnFindings, writeAssessment } from './alarm-queries.ts'
import { assessAlarm } from './detectors/assess-alarm.ts'
import { isBefore, isLoud } from './detectors/swarm-signs.ts'

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
  const assessed = assessAlarm(detection, await readAlarmContext(db, alarm, beside))
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
