import type { Kysely } from 'kysely'
import { AFTER_SWARM_DAYS, dueSpansOf, followUpsOf, GOES_ON_SECONDS } from '#domain/alerts/follow-ups.ts'
import type { DueSpan, FollowUpState, SwarmCourse } from '#domain/alerts/swarm-course.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { readAllBefore } from '../../platform/db/read-all-before.ts'
import { isoTime } from '../../platform/db/stored-time.ts'
import type { Tables } from '../../store/tables.ts'
import { utcOffsetOf } from '../alarms/utc-offset-of.ts'
import {
  type CourseRow,
  selectCourses,
  selectCoursesGoingOnAt,
  selectFollowUps,
  selectSwarmTimes,
} from './course-queries.ts'
import type { FollowUpTable } from './course-table.ts'

/** Returns the newest courses at some transmitters whose swarm left in a span (epoch seconds), newest first. The caller has checked that these may be seen. */
export const readCourses = async (
  db: Kysely<Tables>,
  controllerIds: readonly number[],
  span: { from: number; to: number },
): Promise<SwarmCourse[]> => toCourses(db, await selectCourses(db, controllerIds, span))

/** Returns all courses at a transmitter, however many there are, newest first. The caller has checked that it may be seen. */
export async function readAllCourses(db: Kysely<Tables>, controllerId: number): Promise<SwarmCourse[]> {
  const rows = await readAllBefore(
    Number.MAX_SAFE_INTEGER,
    (to) => selectCourses(db, [controllerId], { from: 0, to }),
    ({ started_at }) => Number(started_at) + 1,
  )
  return toCourses(db, rows)
}

/** Returns when something is to be done, now or later, at which hives of some transmitters. The caller has checked that these may be seen. */
export async function readDueSpans(
  db: Kysely<Tables>,
  controllerIds: readonly number[],
  nowMs: number,
): Promise<Map<number, DueSpan[]>> {
  const rows = await selectCoursesGoingOnAt(db, controllerIds, Math.floor(nowMs / 1000) - GOES_ON_SECONDS)
  const spans = (await toCourses(db, rows)).flatMap(dueSpansOf).filter(({ until }) => nowMs < Date.parse(until))
  const ofScale = Map.groupBy(spans, ({ scaleId }) => scaleId)
  return new Map([...ofScale].map(([scaleId, own]) => [scaleId, own.map(({ scaleId: _, ...span }) => span)]))
}

/** Returns rows as the API shows them, with what is to be done and when. */
export async function toCourses(db: Kysely<Tables>, rows: readonly CourseRow[]): Promise<SwarmCourse[]> {
  if (rows.length === 0) return []
  const states = Map.groupBy(
    await selectFollowUps(
      db,
      rows.map(({ id }) => id),
    ),
    ({ alarm_id }) => alarm_id,
  )
  const first = Math.min(...rows.map(({ started_at }) => Number(started_at))) - AFTER_SWARM_DAYS * DAY_SECONDS
  const scaleIds = [...new Set(rows.map(({ scale_id }) => scale_id))]
  const swarms = Map.groupBy(await selectSwarmTimes(db, scaleIds, first), ({ scale_id }) => scale_id)
  return rows.map((row) => {
    const times = (swarms.get(row.scale_id) ?? []).map(({ started_at }) => Number(started_at))
    return toCourse(row, (states.get(row.id) ?? []).map(toState), daysAfterFirst(Number(row.started_at), times))
  })
}

/** Whole days since the earliest swarm related to this one; null if there is none. All times in epoch seconds. */
function daysAfterFirst(startedAt: number, swarmTimes: readonly number[]): number | null {
  const before = swarmTimes.filter((time) => time < startedAt && startedAt - time <= AFTER_SWARM_DAYS * DAY_SECONDS)
  return before.length === 0 ? null : Math.floor((startedAt - Math.min(...before)) / DAY_SECONDS)
}

function toCourse(row: CourseRow, states: FollowUpState[], daysAfterFirst: number | null): SwarmCourse {
  const facts = {
    alarmId: row.id,
    controllerId: row.controller_id,
    scaleId: row.scale_id,
    startedAt: isoTime(Number(row.started_at) * 1000),
    isSwarm: row.verdict === 'confirmed',
    daysAfterFirst,
    utcOffsetHours: utcOffsetOf({ utc_offset: row.utc_offset, longitude: row.controller_longitude }),
    outcome: row.outcome,
    spot: row.spot ?? '',
    position:
      row.latitude === null || row.longitude === null ? null : { latitude: row.latitude, longitude: row.longitude },
    hiveScaleId: row.hive_scale_id,
    hiveName: row.hive_name ?? '',
    states,
  }
  return { ...facts, followUps: followUpsOf(facts) }
}

const toState = ({ kind, status, put_off_until, settled_at }: FollowUpTable): FollowUpState => ({
  kind,
  status,
  putOffUntil: isoOrNull(put_off_until),
  settledAt: isoOrNull(settled_at),
})

/** Also null for a damaged row: the swarm's follow-ups then use their default days, and the rest of the list is not lost. */
const isoOrNull = (ms: number | null) =>
  ms === null || Number.isNaN(new Date(Number(ms)).getTime()) ? null : isoTime(ms)
