import type { Kysely } from 'kysely'
import type { AlarmStatus } from '#domain/alerts/alarm.ts'
import type { Tables } from '../../store/tables.ts'
import { AROUND_SECONDS, contextSpan, scalesNear } from './alarm-context.ts'
import { type AssessedAlarm, readFindings, readOwnFindings, writeAssessment } from './alarm-queries.ts'
import { weighEvidence } from './detectors/assess-alarm.ts'
import { isBefore, isLoud } from './detectors/swarm-signs.ts'
import { readSurroundings, type Surroundings } from './surroundings.ts'

/** A stretch of a scale in which something changed; epoch seconds, `to` exclusive. */
export type ChangedSpan = { scaleId: number; from: number; to: number }

/** An alarm whose assessment has changed; `wasLoud`: it was sure enough to ring before. */
export type Reassessed = Pick<AssessedAlarm, 'id' | 'controllerId' | 'scaleId'> & {
  status: AlarmStatus
  wasLoud: boolean
  isLoud: boolean
}

/** `left`: ids of alarms there was no time for; pass them as `due` the next time. */
export type Assessment = { changed: Reassessed[]; left: number[] }

const AT_ONCE = 200
const GAP_SECONDS = 86_400

/**
 * Assesses again the alarms of some scales and of nearby ones around spans of time, and those that are `due`: steps in other hives and
 * people's notes change how sure they are. An alarm is judged in the light of those found before it, and if one turns loud or quiet, those
 * after it are judged again. The result is therefore the same whichever hive came in first, and wherever the work is interrupted.
 */
export async function assessSurroundings(
  db: Kysely<Tables>,
  spans: readonly ChangedSpan[],
  due: readonly number[] = [],
  hasTime: () => boolean = () => true,
): Promise<Assessment> {
  const near = rememberPlaces(db)
  const changed: Reassessed[] = []
  const waiting = new Set<number>()
  const queue: AssessedAlarm[] = []
  const add = (alarms: readonly AssessedAlarm[]) => {
    for (const alarm of alarms) {
      if (!waiting.has(alarm.id)) queue.push(alarm)
      waiting.add(alarm.id)
    }
  }
  if (due.length > 0) add(await readFindings(db, due))
  for (const { scaleId, from, to } of spans) {
    add(await readOwnFindings(db, await near(scaleId), from - AROUND_SECONDS, to + AROUND_SECONDS))
  }
  while (queue.length > 0) {
    const part = queue.sort(inOrder).splice(0, lengthOfPart(queue))
    const scaleIds = new Set<number>()
    for (const { scaleId } of part) for (const id of await near(scaleId)) scaleIds.add(id)
    const surroundings = await readSurroundings(db, part, [...scaleIds])
    for (const alarm of part) {
      if (!hasTime()) return { changed, left: [...waiting] }
      waiting.delete(alarm.id)
      const change = await assessAgain(db, alarm, await near(alarm.scaleId), surroundings)
      if (!change) continue
      changed.push(change)
      if (change.wasLoud !== change.isLoud) add(await readLater(db, alarm, await near(alarm.scaleId)))
    }
  }
  return { changed, left: [] }
}

const inOrder = (a: AssessedAlarm, b: AssessedAlarm): number => (isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0)

/** How many of the first alarms are close enough in time to share one look at their surroundings. */
function lengthOfPart(alarms: readonly AssessedAlarm[]): number {
  let to = contextSpan(alarms[0]!).to
  const end = alarms.findIndex((alarm, at) => {
    const span = contextSpan(alarm)
    const isFar = at >= AT_ONCE || span.from > to + GAP_SECONDS
    to = Math.max(to, span.to)
    return isFar
  })
  return end < 0 ? alarms.length : end
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

async function assessAgain(
  db: Kysely<Tables>,
  { id, controllerId, scaleId, detection, confidencePercent, why }: AssessedAlarm,
  near: readonly number[],
  surroundings: Surroundings,
): Promise<Reassessed | undefined> {
  const beside = near.filter((other) => other !== scaleId)
  const assessed = weighEvidence(detection, surroundings.around({ scaleId, detection, confidencePercent }, beside))
  if (assessed.confidencePercent === confidencePercent && JSON.stringify(assessed.why) === why) return undefined
  await writeAssessment(db, id, assessed)
  surroundings.note(id, assessed.confidencePercent)
  const wasLoud = isLoud(confidencePercent)
  return { id, controllerId, scaleId, status: detection.status, wasLoud, isLoud: isLoud(assessed.confidencePercent) }
}

/** Returns the nearby alarms that were found after this one, and so depend on it. */
async function readLater(db: Kysely<Tables>, alarm: AssessedAlarm, near: readonly number[]): Promise<AssessedAlarm[]> {
  const { startedAt, detectedAt } = alarm.detection
  const beside = near.filter((id) => id !== alarm.scaleId)
  const around = await readOwnFindings(db, beside, startedAt - AROUND_SECONDS, detectedAt + AROUND_SECONDS)
  return around.filter((other) => isBefore(alarm, other))
}
