import type { Generated } from 'kysely'
import type { AlarmRow } from '#domain/alerts/to-alarm.ts'

/** `own_*` is what the scale's own weights say, the rest after a look at its surroundings; `verdict_at` in epoch seconds. */
export type AlarmTable = Omit<AlarmRow, 'id' | 'rule_id'> & {
  id: Generated<number>
  rule_id: Generated<string>
  /** Of a rule: the one account it is for; of all others null. */
  account_id: number | null
  own_confidence_percent: number
  own_why: string
  verdict_by: number | null
  verdict_at: number | null
}

/** A step found between neighbouring readings; `time` in epoch seconds. */
export type JumpTable = { scale_id: number; time: number; change_grams: number }

/** What a scale read seldom gained beyond its days before, from one reading (`from`) to the next; times in epoch seconds. */
export type DeviationTable = { scale_id: number; time: number; from: number; grams: number }

/** Reading from which on those of its UTC hour could not be used; `time` in epoch seconds. */
export type UnusableHourTable = { scale_id: number; time: number }

/** A UTC day of a scale (epoch seconds) whose detection is to run again; `carried`: episodes that go on into it, as JSON. */
export type DetectionDueTable = { scale_id: number; day: number; carried: string }

/** An alarm whose surroundings are to be weighed again. */
export type AssessmentDueTable = { alarm_id: number }

/** The detectors' state at the start of the UTC day `from` (epoch seconds). */
export type DetectorCheckpointTable = { scale_id: number; from: number; state: Uint8Array }
