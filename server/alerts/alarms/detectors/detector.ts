import type { AlarmReason } from '#domain/alerts/alarm.ts'
import type { GlobalSettings } from '#domain/platform/settings.ts'

/** One weight of one scale; `time` in epoch seconds, strictly increasing within a run. */
export type Sample = { time: number; weightGrams: number }

/** What a run needs to know about its place. Hours are local, 0 to 24; `latitude` in degrees north, null if unknown. */
export type DetectorSettings = {
  utcOffsetHours: number
  latitude: number | null
  alarmFromHour: number
  alarmToHour: number
  activity: Pick<
    GlobalSettings,
    'activityDrain' | 'activityTriggerGainLevel' | 'activityTriggerLossLevel' | 'activityWeightDistance'
  >
}

/** All reason codes of the detectors; the texts are `alarm.why.<code>` in `alarm-why.json` of each locale. */
export const reasonCodes = [
  'dropped',
  'oneReading',
  'stillDown',
  'keepsFalling',
  'cameBack',
  'roseToo',
  'gainedBefore',
  'handled',
  'wavering',
  'sparse',
  'lostBeside',
  'besideLost',
  'besideGained',
  'besideApart',
  'oneStep',
  'losingBefore',
  'unusualTime',
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
  'outOfUse',
  'neighbourMoved',
  'interventionNoted',
  'scaleChanged',
] as const

/** A reason with one of our own codes. */
export type Reason = AlarmReason & { code: (typeof reasonCodes)[number] }
