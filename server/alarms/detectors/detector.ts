import type { AlarmReason, AlarmStatus } from '#domain/alarm.ts'
import type { GlobalSettings } from '#domain/settings.ts'

/** One weight of one scale; `time` in epoch seconds, strictly rising within a run. */
export type Sample = { time: number; weightGrams: number }

/** What a run needs to know of its place: hours are local, 0 to 24. */
export type DetectorSettings = {
  utcOffsetHours: number
  alarmFromHour: number
  alarmToHour: number
  activity: Pick<
    GlobalSettings,
    'activityDrain' | 'activityTriggerGainLevel' | 'activityTriggerLossLevel' | 'activityWeightDistance'
  >
}

/**
 * An episode found in one scale's own weights. (type, startedAt) names it: a later detection of the same name
 * replaces the earlier one. `detectedAt` is the time of the reading that showed it first.
 */
export type Detection = {
  type: 'swarm' | 'disturbance' | 'activity'
  status: AlarmStatus
  startedAt: number
  detectedAt: number
  endedAt: number | null
  weightChangeGrams: number
  confidencePercent: number
  why: AlarmReason[]
}

/** A step of 0.5 kg or more between neighbouring readings: an automatic flag, and evidence for the hives beside it. */
export type Jump = { time: number; changeGrams: number }

/** Every reason the detectors give; the texts are `alarm.why.<code>` in `alarm-why.json` of each locale. */
export const reasonCodes = [
  'dropped',
  'stillDown',
  'keepsFalling',
  'cameBack',
  'roseToo',
  'handled',
  'sparse',
  'oneStep',
  'losingBefore',
  'removed',
  'bigStep',
  'night',
  'stillAway',
  'returned',
  'staysAway',
  'losing',
  'gaining',
  'bySteps',
  'bothWays',
  'calmedDown',
  'unsteady',
  'neighbourMoved',
  'interventionNoted',
] as const

/** A reason with one of our own codes. */
export type Reason = AlarmReason & { code: (typeof reasonCodes)[number] }
