import * as v from 'valibot'
import { alarmTypes } from './alarm-types.ts'

/** The most alarms that one answer lists: the newest. */
export const ALARMS_MAXIMUM = 2000
/** The newest ones are listed, in order of time. */
export const JUMPS_MAXIMUM = 10_000

export const AlarmType = v.picklist(alarmTypes)
export type AlarmType = v.InferOutput<typeof AlarmType>

/**
 * `provisional`: rang at the first sign. `confirmed`: still valid after an hour. `withdrawn`: the weight came back. `open` and `closed`: an
 * episode that continues or is over.
 */
export const alarmStatuses = ['provisional', 'confirmed', 'withdrawn', 'open', 'closed'] as const
export const AlarmStatus = v.picklist(alarmStatuses)
export type AlarmStatus = v.InferOutput<typeof AlarmStatus>

/** The opinion of somebody who looked: it was right; it was a change by their own hands; it was neither. */
export const AlarmVerdict = v.picklist(['confirmed', 'hands', 'false'])
export type AlarmVerdict = v.InferOutput<typeof AlarmVerdict>

/** One reason for an alarm or for its confidence; `code` is the translation key `alarm.why.<code>`. */
export const AlarmReason = v.object({
  code: v.string(),
  values: v.optional(v.record(v.string(), v.union([v.number(), v.string()]))),
})
export type AlarmReason = v.InferOutput<typeof AlarmReason>

/** An alarm as the API shows it: times ISO 8601, `weightChange` in kg, `confidence` 0 to 1. */
export const Alarm = v.object({
  id: v.number(),
  scaleId: v.nullable(v.number()),
  controllerId: v.number(),
  type: AlarmType,
  status: AlarmStatus,
  startedAt: v.string(),
  detectedAt: v.string(),
  endedAt: v.nullable(v.string()),
  weightChange: v.nullable(v.number()),
  confidence: v.number(),
  why: v.array(AlarmReason),
  verdict: v.nullable(AlarmVerdict),
  /** For type `rule`: the rule, with its name when it rang. Only the owner of the rule sees such an alarm. */
  rule: v.optional(v.object({ id: v.string(), name: v.string() })),
})
export type Alarm = v.InferOutput<typeof Alarm>

export const AlarmVerdictBody = v.object({ verdict: v.nullable(AlarmVerdict) })

export const AlarmReply = v.object({ message: v.string(), ...Alarm.entries })

/** A step between consecutive readings, shown as an automatic flag; `weightChange` in kg. `byHand`: the beekeeper made it, and the net weight leaves it out. */
export const WeightJump = v.object({
  scaleId: v.number(),
  time: v.string(),
  weightChange: v.number(),
  byHand: v.boolean(),
})
export type WeightJump = v.InferOutput<typeof WeightJump>
