import * as v from 'valibot'
import { Location } from '../hives/controller.ts'
import { Moment } from '../platform/moment.ts'
import { lineUpTo } from '../platform/text-up-to.ts'

/** The outcome of a swarm; null while unknown. */
export const SwarmOutcome = v.picklist(['caught', 'lost'])
export type SwarmOutcome = v.InferOutput<typeof SwarmOutcome>

/** The follow-ups of a swarm, in the order of their days. */
export const followUpKinds = ['varroaSwarm', 'swarmLaying', 'afterSwarm', 'varroaMother', 'queenLaying'] as const
export const FollowUpKind = v.picklist(followUpKinds)
export type FollowUpKind = v.InferOutput<typeof FollowUpKind>

/** `silenced`: it is neither announced nor shown as due. */
export const FollowUpStatus = v.picklist(['open', 'done', 'silenced'])
export type FollowUpStatus = v.InferOutput<typeof FollowUpStatus>

/**
 * The body of `POST alarm/:id/course`: everything known, replacing what was sent before. `spot`: where it hung, in a few words; `position`:
 * the same on the map. The swarm went into `hiveScaleId`, a scale of the same account, or into `hiveName`, a hive without a scale.
 */
export const CourseBody = v.object({
  outcome: v.nullable(SwarmOutcome),
  spot: lineUpTo(200),
  position: v.nullable(Location),
  hiveScaleId: v.nullable(v.number()),
  hiveName: lineUpTo(60),
})
export type CourseBody = v.InferOutput<typeof CourseBody>

/** The body of `POST alarm/:id/followUp/:kind`: its new state; repeating it changes nothing. `at`: when it was entered. */
export const FollowUpBody = v.object({
  status: FollowUpStatus,
  putOffUntil: v.nullable(Moment),
  at: Moment,
})
export type FollowUpBody = v.InferOutput<typeof FollowUpBody>

/** What was entered for one follow-up; `settledAt`: when it was ticked off or silenced. */
export const FollowUpState = v.object({
  kind: FollowUpKind,
  status: FollowUpStatus,
  putOffUntil: v.nullable(v.string()),
  settledAt: v.nullable(v.string()),
})
export type FollowUpState = v.InferOutput<typeof FollowUpState>

/** Something to do at the hive that the swarm left (`mother`) or the one that it went into. It is worth doing from `due` and before `until`. */
export const FollowUp = v.object({
  ...FollowUpState.entries,
  hive: v.picklist(['mother', 'swarm']),
  due: v.string(),
  until: v.string(),
})
export type FollowUp = v.InferOutput<typeof FollowUp>

/** Something is to be done at a hive in this span, until a `POST` to `settledBy` marks it as done. */
export const DueSpan = v.object({ from: v.string(), until: v.string(), settledBy: v.string() })
export type DueSpan = v.InferOutput<typeof DueSpan>

/**
 * A swarm from its alarm on. `isSwarm`: somebody confirmed that it was one and did not take that back. `daysAfterFirst`: whole days since
 * the first swarm of the same hive, null if this is the first. `utcOffsetHours`: of the clock by which its days are counted. `states`: what
 * was entered for individual follow-ups.
 */
export const SwarmCourse = v.object({
  alarmId: v.number(),
  controllerId: v.number(),
  scaleId: v.number(),
  startedAt: v.string(),
  isSwarm: v.boolean(),
  daysAfterFirst: v.nullable(v.number()),
  utcOffsetHours: v.number(),
  outcome: v.nullable(SwarmOutcome),
  spot: v.string(),
  position: v.nullable(Location),
  hiveScaleId: v.nullable(v.number()),
  hiveName: v.string(),
  states: v.array(FollowUpState),
  followUps: v.array(FollowUp),
})
export type SwarmCourse = v.InferOutput<typeof SwarmCourse>

export const CourseReply = v.object({ message: v.string(), ...SwarmCourse.entries })
