import type { Generated } from 'kysely'
import type { AlarmRow } from '#domain/alerts/to-alarm.ts'

/** `own_*` is what the scale's own weights show, the rest takes its surroundings into account; `verdict_at` in epoch seconds, also of one that was taken back. */
export type AlarmTable = Omit<AlarmRow, 'id' | 'rule_id'> & {
  id: Generated<number>
  rule_id: Generated<string>
  /** For a rule, the only account it is for; otherwise null. */
  account_id: number | null
  own_confidence_percent: number
  own_why: string
  verdict_by: number | null
  verdict_at: number | null
}

/** A step found between neighboring readings; `time` in epoch seconds. */
export type JumpTable = { scale_id: number; time: number; change_grams: number }

/** What a rarely read scale gained beyond its previous days, from one reading (`from`) to the next; times in epoch seconds. */
export type DeviationTable = { scale_id: number; time: number; from: number; grams: number }

/** The reading from which on the readings of its UTC hour could not be used; `time` in epoch seconds. */
export type UnusableHourTable = { scale_id: number; time: number }

/** A UTC day of a scale (epoch seconds) for which detection is to run again; `carried`: episodes that continue into it, as JSON. */
export type DetectionDueTable = { scale_id: number; day: number; carried: string }

/** An alarm whose surroundings are to be assessed again. */
export type AssessmentDueTable = { alarm_id: number }

/** The detectors' state at the start of the UTC day `from` (epoch seconds). */
export type DetectorCheckpointTable = { scale_id: number; from: number; state: Uint8Array }
