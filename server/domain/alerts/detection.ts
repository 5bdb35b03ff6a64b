import type { AlarmReason, AlarmStatus } from './alarm.ts'
import type { WeightAlarm } from './alarm-types.ts'

/**
 * An episode found in one scale's own weights. It is identified by (type, startedAt): a later detection with the same identity replaces the
 * earlier one. `detectedAt` is the time of the reading that first showed it or, if a single reading was reported, of the second one as soon
 * as that shows it, too.
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

/** A step of at least 0.5 kg between consecutive readings: an automatic flag, and evidence for the neighboring hives. */
export type Jump = { time: number; changeGrams: number }

/** How much a hive gained (negative: lost) from one reading to the next beyond what its previous days suggest. */
export type Deviation = { from: number; time: number; grams: number }
