import type { Kysely } from 'kysely'
import type { Right } from '#domain/people/permission.ts'
import type { VisibleController } from '../../hives/controllers/visible-controllers.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { Tables } from '../../store/tables.ts'
import { requireAlarm } from '../alarms/read-alarm.ts'
import { type CourseRow, selectCourse } from './course-queries.ts'

/**
 * Returns the course of a swarm by its alarm, confirmed or not, since what was said offline may arrive in any
 * order. Throws 404 `alarm_not_found`, 403 for watchers who want to write, 409 `alarm_not_of_swarm`.
 */
export async function requireCourse(
  db: Kysely<Tables>,
  account: SignedIn,
  alarmId: number,
  right: Right,
): Promise<{ row: CourseRow; controller: VisibleController }> {
  const { controller } = await requireAlarm(db, account, alarmId, right)
  const row = await selectCourse(db, alarmId)
  if (!row) throw new AppError(409, 'alarm_not_of_swarm')
  return { row, controller }
}
