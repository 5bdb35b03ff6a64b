import type { AlarmReason, AlarmStatus } from './alarm.ts'
import type { WeightAlarm } from './alarm-types.ts'

/**
 * An episode found in one scale's own weights. (type, startedAt) names it: a later detection of the same name
 * replaces the earlier one. `detectedAt` is the time of the reading that showed it first; where one reading alone was told, of the
 * second one as soon as that shows it, too.
 */
export type Detection = {
  type: WeightAlarm
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

/** By how much a hive gained (or lost, if negative) from one reading to the next beyond what its days before let expect. */
export type Deviation = { from: number; time: number; grams: number }
