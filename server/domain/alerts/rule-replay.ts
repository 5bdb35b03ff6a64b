import * as v from 'valibot'
import { GlobalSettings } from '../platform/settings.ts'
import { AlarmStatus } from './alarm.ts'
import { RINGING_CONFIDENCE_PERCENT, weightAlarms } from './alarm-types.ts'

export const REPLAY_SCALES_MAXIMUM = 200
/** The longest period: two leap years. */
export const REPLAY_MAXIMUM_DAYS = 732
/** The most entries listed in a result. */
export const REPLAY_ENTRIES_MAXIMUM = 500

export const replayAlarms = weightAlarms
export const ReplayAlarm = v.picklist(replayAlarms)
export type ReplayAlarm = v.InferOutput<typeof ReplayAlarm>

const { averageWeightMaximumDeltaKg: _, averageWeightMinimumMassKg: __, ...activity } = GlobalSettings.entries
const hour = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(24))

/** The thresholds to try; omitted ones stay as they are. Hours are local to the place, confidence is in percent. */
export const ReplayThresholds = v.partial(
  v.strictObject({
    ...activity,
    alarmFromHour: hour,
    alarmToHour: hour,
    leastConfidence: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)),
  }),
)
export type ReplayThresholds = v.InferOutput<typeof ReplayThresholds>
export type ReplayThreshold = keyof ReplayThresholds

/** The thresholds that affect each alarm. */
export const thresholdsOf: Record<ReplayAlarm, readonly ReplayThreshold[]> = {
  swarm: ['leastConfidence', 'alarmFromHour', 'alarmToHour'],
  disturbance: ['leastConfidence'],
  activity: [
    'activityTriggerLossLevel',
    'activityTriggerGainLevel',
    'activityDrain',
    'activityWeightDistance',
    'leastConfidence',
  ],
}

/** The input of a RULE_REPLAY job, besides its period. */
export const RuleReplayInput = v.object({
  alarm: ReplayAlarm,
  scales: v.pipe(
    v.array(v.pipe(v.number(), v.integer(), v.minValue(1))),
    v.minLength(1),
    v.maxLength(REPLAY_SCALES_MAXIMUM),
    v.transform((ids) => [...new Set(ids)]),
  ),
  thresholds: v.optional(ReplayThresholds, {}),
})
export type RuleReplayInput = v.InferOutput<typeof RuleReplayInput>

export const leastConfidenceOf = ({ leastConfidence }: ReplayThresholds): number =>
  leastConfidence ?? RINGING_CONFIDENCE_PERCENT

/** `both`: it would have rung, and it did. `added`: it would have rung but did not. `dropped`: it rang but would not have. */
export const ReplayVerdict = v.picklist(['both', 'added', 'dropped'])
export type ReplayVerdict = v.InferOutput<typeof ReplayVerdict>

/** Times ISO 8601, `weightChange` in kg, `confidence` 0 to 1; `alarmId`: the alarm that was found at the time, whether it rang or not. */
export const ReplayEntry = v.object({
  scaleId: v.number(),
  verdict: ReplayVerdict,
  status: AlarmStatus,
  startedAt: v.string(),
  endedAt: v.nullable(v.string()),
  weightChange: v.number(),
  confidence: v.number(),
  alarmId: v.nullable(v.number()),
})
export type ReplayEntry = v.InferOutput<typeof ReplayEntry>

/** `quiet`: found, but not certain enough to ring. `omitted`: entries beyond the first 500; the newest come first. */
export const RuleReplayResult = v.object({
  ...RuleReplayInput.entries,
  from: v.string(),
  to: v.string(),
  readings: v.number(),
  both: v.number(),
  added: v.number(),
  dropped: v.number(),
  quiet: v.number(),
  entries: v.array(ReplayEntry),
  omitted: v.number(),
})
export type RuleReplayResult = v.InferOutput<typeof RuleReplayResult>
