import * as v from 'valibot'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { followUpsOf } from '#domain/alerts/follow-ups.ts'
import { CourseBody, FollowUpBody, FollowUpKind, type SwarmCourse } from '#domain/alerts/swarm-course.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/platform/durations.ts'
import type { UnsentChange } from '../../../offline/outbox.ts'

const PATH = /^\/api\/alarm\/(\d+)(?:\/(course)|\/followUp\/(\w+))?$/

/** Returns the initial course of a swarm of which only the verdict is known; its days follow this device's clock. */
export function newCourse({ id, controllerId, scaleId, startedAt, verdict }: Alarm): SwarmCourse {
  const facts = {
    alarmId: id,
    controllerId,
    scaleId: scaleId ?? 0,
    startedAt,
    isSwarm: verdict === 'confirmed',
    daysAfterFirst: null,
    utcOffsetHours: (-new Date(startedAt).getTimezoneOffset() * MINUTE_MS) / HOUR_MS,
    outcome: null,
    spot: '',
    position: null,
    hiveScaleId: null,
    hiveName: '',
    states: [],
  }
  return { ...facts, followUps: followUpsOf(facts) }
}

/** Returns a course as it will be once everything queued on this device has been sent. */
export function withPendingCourse(known: SwarmCourse, unsent: readonly UnsentChange[]): SwarmCourse {
  const changed = unsent.reduce(applied, known)
  return changed === known ? known : { ...changed, followUps: followUpsOf(changed) }
}

function applied(course: SwarmCourse, { path, body }: UnsentChange): SwarmCourse {
  const [, id, isCourse, kind] = PATH.exec(path) ?? []
  if (Number(id) !== course.alarmId) return course
  if (isCourse) {
    const said = v.safeParse(CourseBody, body)
    return said.success ? { ...course, ...said.output } : course
  }
  if (kind === undefined) return { ...course, isSwarm: (body as { verdict?: unknown }).verdict === 'confirmed' }
  const said = v.safeParse(FollowUpBody, body)
  if (!said.success || !v.is(FollowUpKind, kind)) return course
  const { status, putOffUntil, at } = said.output
  const state = { kind, status, putOffUntil, settledAt: status === 'open' ? null : at }
  return { ...course, states: [...course.states.filter((one) => one.kind !== kind), state] }
}
