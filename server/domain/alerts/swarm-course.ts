import * as v from 'valibot'
import { Location } from '../hives/controller.ts'
import { Moment } from '../platform/moment.ts'
import { lineUpTo } from '../platform/text-up-to.ts'

/** What became of a swarm; null where nobody knows yet. */
export const SwarmOutcome = v.picklist(['caught', 'lost'])
export type SwarmOutcome = v.InferOutput<typeof SwarmOutcome>

/** What is to be done after a swarm, in the order of its days. */
export const followUpKinds = ['varroaSwarm', 'swarmLaying', 'afterSwarm', 'varroaMother', 'queenLaying'] as const
export const FollowUpKind = v.picklist(followUpKinds)
export type FollowUpKind = v.InferOutput<typeof FollowUpKind>

/** `silenced`: it is neither told of nor shown as due. */
export const FollowUpStatus = v.picklist(['open', 'done', 'silenced'])
export type FollowUpStatus = v.InferOutput<typeof FollowUpStatus>

/**
 * The body of `POST alarm/:id/course`: all that is known, in the place of what was said before. `spot`: where it hung, in a few words;
 * `position`: the same on the map. It went into `hiveScaleId`, a scale of the same account, or into a hive without one, `hiveName`.
 */
export const CourseBody = v.object({
  outcome: v.nullable(SwarmOutcome),
  spot: lineUpTo(200),
  position: v.nullable(Location),
  hiveScaleId: v.nullable(v.number()),
  hiveName: lineUpTo(60),
})
export type CourseBody = v.InferOutput<typeof CourseBody>

/** The body of `POST alarm/:id/followUp/:kind`: how it stands from now on; once more changes nothing. `at`: when somebody said so. */
export const FollowUpBody = v.object({
  status: FollowUpStatus,
  putOffUntil: v.nullable(Moment),
  at: Moment,
})
export type FollowUpBody = v.InferOutput<typeof FollowUpBody>

/** What somebody said of one follow-up; `settledAt`: when it was ticked off or silenced. */
export const FollowUpState = v.object({
  kind: FollowUpKind,
  status: FollowUpStatus,
  putOffUntil: v.nullable(v.string()),
  settledAt: v.nullable(v.string()),
})
export type FollowUpState = v.InferOutput<typeof FollowUpState>

/**
 * One thing to do, at the hive that the swarm left or at the one that it went into. `due` and `until`: from when on, and before when it is
 * worth doing.
 */
export const FollowUp = v.object({
  ...FollowUpState.entries,
  hive: v.picklist(['mother', 'swarm']),
  due: v.string(),
  until: v.string(),
})
export type FollowUp = v.InferOutput<typeof FollowUp>

/** From when on, and before when, something is to be done at a hive, until a `POST` to `settledBy` says that it is done. */
export const DueSpan = v.object({ from: v.string(), until: v.string(), settledBy: v.string() })
export type DueSpan = v.InferOutput<typeof DueSpan>

/**
 * A swarm from its alarm on. `isSwarm`: somebody confirmed that it was one, and did not take that back. `daysAfterFirst`: whole days since
 * the first swarm of the same hive, null where this is the first. `utcOffsetHours`: of the clock by which its days are counted.
 * `states`: what was said of single follow-ups.
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
