import type { Insertable, Kysely } from 'kysely'
import type { FollowUpKind } from '#domain/alerts/swarm-course.ts'
import type { Tables } from '../../store/tables.ts'
import type { FollowUpTable, SwarmCourseTable } from './course-table.ts'

const COURSES_MAXIMUM = 500

/** A swarm alarm with what was said about it, and the place whose local time its days are counted in. */
export type CourseRow = Awaited<ReturnType<ReturnType<typeof courses>['execute']>>[number]

const courses = (db: Kysely<Tables>) =>
  db
    .selectFrom('alarm')
    .innerJoin('controller', 'controller.id', 'alarm.controller_id')
    .leftJoin('region', 'region.id', 'controller.primary_region_id')
    .leftJoin('swarm_course as course', 'course.alarm_id', 'alarm.id')
    .select(['alarm.id', 'alarm.controller_id', 'alarm.scale_id', 'alarm.started_at', 'alarm.verdict'])
    .select(['controller.longitude as controller_longitude', 'controller.owner_id'])
    .select(['region.utc_offset', 'region.alarm_from', 'region.alarm_to'])
    .select(['course.outcome', 'course.spot', 'course.latitude', 'course.longitude'])
    .select(['course.hive_scale_id', 'course.hive_name', 'course.updated_at as said_at'])
    .where('alarm.type', '=', 'swarm')
    .where('alarm.scale_id', 'is not', null)
    .$narrowType<{ scale_id: number }>()

export const selectCourse = (db: Kysely<Tables>, alarmId: number): Promise<CourseRow | undefined> =>
  courses(db).where('alarm.id', '=', alarmId).executeTakeFirst()

/** Returns the confirmed swarms, and others with a follow-up done, that began in a span of epoch seconds, newest first. */
export async function selectCourses(
  db: Kysely<Tables>,
  controllerIds: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<CourseRow[]> {
  if (controllerIds.length === 0) return []
  return courses(db)
    .where('alarm.controller_id', 'in', controllerIds)
    .where('alarm.started_at', '>=', from)
    .where('alarm.started_at', '<', to)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('alarm.verdict', '=', 'confirmed'),
        exists(
          selectFrom('follow_up')
            .select('follow_up.alarm_id')
            .whereRef('follow_up.alarm_id', '=', 'alarm.id')
            .where('follow_up.status', '=', 'done'),
        ),
      ]),
    )
    .orderBy('alarm.started_at', 'desc')
    .orderBy('alarm.id', 'desc')
    .limit(COURSES_MAXIMUM)
    .execute()
}

/** Returns the confirmed swarms of owned hives that began since a time (epoch seconds), or have something put off until after it. */
export const selectCoursesGoingOn = (db: Kysely<Tables>, fromSeconds: number): Promise<CourseRow[]> =>
  courses(db)
    .where('alarm.verdict', '=', 'confirmed')
    .where('controller.owner_id', 'is not', null)
    .where(({ eb, or }) =>
      or([eb('alarm.started_at', '>=', fromSeconds), eb('alarm.id', 'in', putOffSince(db, fromSeconds))]),
    )
    .orderBy('alarm.id')
    .execute()

/**
 * Returns the confirmed swarms at some transmitters that began since a time (epoch seconds), newest first, followed by older ones with
 * something put off until after it. These are queried separately: a combined query would scan every swarm ever confirmed here.
 */
export async function selectCoursesGoingOnAt(
  db: Kysely<Tables>,
  controllerIds: readonly number[],
  fromSeconds: number,
): Promise<CourseRow[]> {
  if (controllerIds.length === 0) return []
  const confirmed = courses(db)
    .where('alarm.verdict', '=', 'confirmed')
    .where('alarm.controller_id', 'in', controllerIds)
    .orderBy('alarm.started_at', 'desc')
    .orderBy('alarm.id', 'desc')
    .limit(COURSES_MAXIMUM)
  const recent = await confirmed.where('alarm.started_at', '>=', fromSeconds).execute()
  // joined in this order because few follow-ups are put off
  const putOff = await putOffSince(db, fromSeconds)
    .crossJoin('alarm')
    .whereRef('alarm.id', '=', 'follow_up.alarm_id')
    .where('alarm.controller_id', 'in', controllerIds)
    .where('alarm.started_at', '<', fromSeconds)
    .execute()
  if (putOff.length === 0) return recent
  const ids = putOff.map(({ id }) => id)
  return [...recent, ...(await confirmed.where('alarm.id', 'in', ids).execute())]
}

const putOffSince = (db: Kysely<Tables>, fromSeconds: number) =>
  db
    .selectFrom('follow_up')
    .select('follow_up.alarm_id as id')
    .where('put_off_until', '>=', fromSeconds * 1000)

/** Returns when confirmed swarms left these hives, from a time on, in epoch seconds. */
export async function selectSwarmTimes(db: Kysely<Tables>, scaleIds: readonly number[], from: number) {
  if (scaleIds.length === 0) return []
  return db
    .selectFrom('alarm')
    .select(['scale_id', 'started_at'])
    .where('scale_id', 'in', scaleIds)
    .where('type', '=', 'swarm')
    .where('verdict', '=', 'confirmed')
    .where('started_at', '>=', from)
    .execute()
}

export async function selectFollowUps(db: Kysely<Tables>, alarmIds: readonly number[]): Promise<FollowUpTable[]> {
  if (alarmIds.length === 0) return []
  return db.selectFrom('follow_up').selectAll().where('alarm_id', 'in', alarmIds).execute()
}

export async function upsertCourse(db: Kysely<Tables>, row: Insertable<SwarmCourseTable>): Promise<void> {
  const { alarm_id: _, ...said } = row
  await db
    .insertInto('swarm_course')
    .values(row)
    .onConflict((conflict) => conflict.column('alarm_id').doUpdateSet(said))
    .execute()
}

/** One that was settled later than `saidAt` stays, unless that is later than now: then the clock was ahead. */
export async function upsertFollowUp(
  db: Kysely<Tables>,
  row: Omit<Insertable<FollowUpTable>, 'told_due'>,
  { saidAt, nowMs }: { saidAt: number; nowMs: number },
): Promise<void> {
  const { alarm_id: _, kind: __, ...said } = row
  await db
    .insertInto('follow_up')
    .values({ ...row, told_due: null })
    .onConflict((conflict) =>
      conflict
        .columns(['alarm_id', 'kind'])
        .doUpdateSet(said)
        .where((known) =>
          known.or([
            known('follow_up.settled_at', 'is', null),
            known('follow_up.settled_at', '<=', saidAt),
            known('follow_up.settled_at', '>', nowMs),
          ]),
        ),
    )
    .execute()
}

/** Notes that the owner is told of a due time. Returns false if this was noted before, or the follow-up was settled meanwhile. */
export async function noteTold(
  db: Kysely<Tables>,
  { alarmId, kind, due }: { alarmId: number; kind: FollowUpKind; due: number },
): Promise<boolean> {
  const row = await db
    .insertInto('follow_up')
    .values({ alarm_id: alarmId, kind, status: 'open', put_off_until: null, settled_at: null, told_due: due })
    .onConflict((conflict) =>
      conflict
        .columns(['alarm_id', 'kind'])
        .doUpdateSet({ told_due: due })
        .where('follow_up.status', '=', 'open')
        .where((where) => where.or([where('follow_up.told_due', 'is', null), where('follow_up.told_due', '<>', due)])),
    )
    .returning('kind')
    .executeTakeFirst()
  return row !== undefined
}
