import { isDue } from '#domain/alerts/follow-ups.ts'
import type { FollowUpBody, FollowUpKind, SwarmCourse } from '#domain/alerts/swarm-course.ts'
import { DAY_MS } from '#domain/platform/durations.ts'
import type { Deps } from '../../deps.ts'
import { recordAdministration } from '../../platform/audit/record-administration.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { keepReminders } from '../notifications/planning/plan-reminder.ts'
import { upsertFollowUp } from './course-queries.ts'
import { toCourses } from './read-courses.ts'
import { requireCourse } from './require-course.ts'

/** The longest time anything can be put off. */
const LONGEST_MS = 60 * DAY_MS

/**
 * Stores that something is done, silenced, put off or open again; a repetition changes nothing, and neither does what waited on a device (`madeAt`)
 * while it was settled elsewhere. Reminders no longer
 * due are not sent. `behindMs`: how far the device's clock is behind; it is put off by as many days as the user chose there. Throws as
 * `requireCourse`, and 400 `put_off_in_past` if that time was over when the user said so, unless it had been put off until then before.
 */
export async function settleFollowUp(
  { database: { db }, clock, events }: Pick<Deps, 'database' | 'clock' | 'events'>,
  account: SignedIn,
  {
    alarmId,
    kind,
    body,
    behindMs,
    madeAt,
  }: { alarmId: number; kind: FollowUpKind; body: FollowUpBody; behindMs: number; madeAt: number },
): Promise<SwarmCourse> {
  const { row, controller } = await requireCourse(db, account, alarmId, 'write')
  const now = clock.now()
  const { status, putOffUntil } = body
  const at = Date.parse(body.at) + behindMs
  const course = await db.transaction().execute(async (within) => {
    const [before] = await toCourses(within, [row])
    const known = putOffBefore(before!, kind)
    const until = endOf(putOffUntil, known, behindMs, now)
    const isOver = until !== null && until <= Math.max(at, Date.parse(before!.startedAt))
    if (status === 'open' && isOver && until !== known) throw new AppError(400, 'put_off_in_past')
    const state = { status, put_off_until: until, settled_at: status === 'open' ? null : Math.min(at, now) }
    await upsertFollowUp(within, { alarm_id: alarmId, kind, ...state }, { saidAt: madeAt, nowMs: now })
    const [after] = await toCourses(within, [row])
    const waiting = after!.followUps.filter((followUp) => isDue(followUp, now)).map((one) => one.kind)
    await keepReminders(within, alarmId, waiting)
    const change = { action: 'alarm.settleFollowUp', subjectType: 'alarm', subjectId: String(alarmId) }
    await recordAdministration(
      { database: { db: within }, clock },
      { account, access: controller.access },
      { ...change, before: stateOf(before!, kind), after: stateOf(after!, kind) },
    )
    return after!
  })
  events.publish({ type: 'alarm', controllerId: row.controller_id, scaleIds: [row.scale_id] })
  return course
}

/** What is stored came from this server; a new time has its date from the device's clock, and is in the morning. */
function endOf(putOffUntil: string | null, known: number | undefined, behindMs: number, now: number): number | null {
  if (putOffUntil === null) return null
  const end = Date.parse(putOffUntil)
  const shiftMs = end === known ? 0 : DAY_MS * Math.round(behindMs / DAY_MS)
  return Math.min(end + shiftMs, now + LONGEST_MS)
}

function putOffBefore({ states }: SwarmCourse, kind: FollowUpKind): number | undefined {
  const before = states.find((one) => one.kind === kind)?.putOffUntil
  return before ? Date.parse(before) : undefined
}

function stateOf({ states }: SwarmCourse, kind: FollowUpKind) {
  const state = states.find((one) => one.kind === kind)
  return { kind, status: state?.status ?? 'open', putOffUntil: state?.putOffUntil ?? null }
}
