import { GOES_ON_SECONDS, isDue } from '#domain/alerts/follow-ups.ts'
import type { SwarmCourse } from '#domain/alerts/swarm-course.ts'
import { HOUR_MS } from '#domain/platform/durations.ts'
import type { Deps } from '../../deps.ts'
import { partsOf } from '../../platform/db/parts-of.ts'
import { planReminder } from '../notifications/planning/plan-reminder.ts'
import { noteTold, selectCoursesGoingOn } from './course-queries.ts'
import { toCourses } from './read-courses.ts'

/** A reminder is sent on its day, or as soon as the server is up again; later ones are only shown. */
const TOLD_WITHIN_MS = 36 * HOUR_MS

/** In swarming season all courses together may be very many. */
const COURSES_AT_ONCE = 500

type RemindDeps = Pick<Deps, 'database' | 'clock' | 'loops' | 'wakeDeliveries'>

/**
 * Creates the job that tells owners what is to be done after a swarm, each course independently: once
 * for each due time, whatever happens in between. While the clock is in doubt nothing is told.
 */
export function createReminding(deps: RemindDeps): () => Promise<void> {
  const each = deps.loops('follow-ups')
  return async () => {
    if (!deps.clock.isTrusted()) return
    const { db } = deps.database
    const rows = await selectCoursesGoingOn(db, Math.floor(deps.clock.now() / 1000) - GOES_ON_SECONDS)
    const courses: SwarmCourse[] = []
    for (const part of partsOf(rows, COURSES_AT_ONCE)) courses.push(...(await toCourses(db, part)))
    let told = false
    await each.run(
      courses,
      ({ alarmId }) => `swarm ${alarmId}`,
      async (course) => {
        told = (await tellOf(deps, course)) || told
      },
    )
    if (told) deps.wakeDeliveries()
  }
}

/** Tells what is due now and was not told yet; the deliveries are written in the same transaction. */
async function tellOf({ database, clock }: RemindDeps, { alarmId, followUps }: SwarmCourse): Promise<boolean> {
  const now = clock.now()
  const due = followUps.filter((one) => isDue(one, now) && now - Date.parse(one.due) <= TOLD_WITHIN_MS)
  if (due.length === 0) return false
  return database.db.transaction().execute(async (db) => {
    const news = []
    for (const one of due) {
      if (await noteTold(db, { alarmId, kind: one.kind, due: Date.parse(one.due) }))
        news.push({ kind: one.kind, until: Date.parse(one.until) })
    }
    if (news.length > 0) await planReminder(db, alarmId, news, now)
    return news.length > 0
  })
}
