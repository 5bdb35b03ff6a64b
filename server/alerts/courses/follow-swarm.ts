import type { Kysely } from 'kysely'
import type { CourseBody, SwarmCourse } from '#domain/alerts/swarm-course.ts'
import type { Deps } from '../../deps.ts'
import { requireController } from '../../hives/controllers/visible-controllers.ts'
import { requireScale } from '../../hives/scales/visible-scales.ts'
import { recordAdministration } from '../../platform/audit/record-administration.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { Tables } from '../../store/tables.ts'
import { type CourseRow, upsertCourse } from './course-queries.ts'
import type { SwarmCourseTable } from './course-table.ts'
import { toCourses } from './read-courses.ts'
import { requireCourse } from './require-course.ts'

/**
 * Stores what became of a swarm, as a whole, so that a repetition changes nothing. What waited on a device (`madeAt`) does not replace what was
 * said later, and only adds what that leaves open. Throws as `requireCourse`, 404 `scale_not_found` if the hive it went into does not belong to
 * the same owner, and 400 `swarm_left_that_hive` if it is the hive the swarm left.
 */
export async function followSwarm(
  { database: { db }, clock, events }: Pick<Deps, 'database' | 'clock' | 'events'>,
  account: SignedIn,
  alarmId: number,
  said: CourseBody,
  madeAt = clock.now(),
): Promise<SwarmCourse> {
  const { row, controller } = await requireCourse(db, account, alarmId, 'write')
  if (said.hiveScaleId === row.scale_id) throw new AppError(400, 'swarm_left_that_hive')
  if (said.hiveScaleId !== null) await requireOwnHive(db, account, said.hiveScaleId, row.owner_id)
  const course = await db.transaction().execute(async (within) => {
    const { row: known } = await requireCourse(within, account, alarmId, 'write')
    const [before] = await toCourses(within, [known])
    const wanted = {
      alarm_id: alarmId,
      outcome: said.outcome,
      spot: said.spot,
      latitude: said.position?.latitude ?? null,
      longitude: said.position?.longitude ?? null,
      hive_scale_id: said.hiveScaleId,
      hive_name: said.hiveName,
      updated_at: madeAt,
    }
    const saidAt = Number(known.said_at)
    // one from later than now was said while the clock was ahead
    const isLate = saidAt > madeAt && saidAt <= clock.now()
    await upsertCourse(within, isLate ? { ...wanted, ...keptOf(known, wanted), updated_at: saidAt } : wanted)
    const { row: changed } = await requireCourse(within, account, alarmId, 'write')
    const [after] = await toCourses(within, [changed])
    const change = { action: 'alarm.follow', subjectType: 'alarm', subjectId: String(alarmId) }
    await recordAdministration(
      { database: { db: within }, clock },
      { account, access: controller.access },
      { ...change, before: saidOf(before!), after: saidOf(after!) },
    )
    return after!
  })
  events.publish({ type: 'alarm', controllerId: row.controller_id, scaleIds: [row.scale_id] })
  return course
}

type Said = Pick<SwarmCourseTable, 'outcome' | 'latitude' | 'longitude' | 'hive_scale_id' | 'hive_name'>

/** What was said later, where that says something; the hive belongs to the outcome. */
function keptOf(known: CourseRow, late: Said): Partial<SwarmCourseTable> {
  const { outcome, spot, latitude, longitude, hive_scale_id, hive_name } = known
  const saysHive = hive_scale_id !== null || Boolean(hive_name) || (outcome !== null && outcome !== late.outcome)
  return {
    ...(outcome !== null && { outcome }),
    ...(spot && { spot }),
    ...(latitude !== null && { latitude, longitude }),
    ...(saysHive && { hive_scale_id, hive_name: hive_name ?? '' }),
  }
}

const saidOf = ({ outcome, spot, position, hiveScaleId, hiveName }: SwarmCourse) => ({
  outcome,
  spot,
  position,
  hiveScaleId,
  hiveName,
})

/** Throws unless the account may write to the hive and it belongs to the owner of the swarm. */
async function requireOwnHive(db: Kysely<Tables>, account: SignedIn, scaleId: number, ownerId: number | null) {
  const { controllerId } = await requireScale(db, account, scaleId, 'write')
  const { row } = await requireController(db, account, controllerId, 'write')
  if (row.owner_id !== ownerId) throw new AppError(404, 'scale_not_found')
}
