import { kgFromGrams } from '../hives/units.ts'
import type { Alarm, AlarmStatus, AlarmType, AlarmVerdict } from './alarm.ts'
import { reasonsOf } from './reasons-of.ts'

/** The stored fields of an alarm that are shown: times in epoch seconds, `why` as JSON. */
export type AlarmRow = {
  id: number
  scale_id: number | null
  controller_id: number
  type: AlarmType
  status: AlarmStatus
  started_at: number
  detected_at: number
  ended_at: number | null
  weight_change_grams: number | null
  confidence_percent: number
  why: string
  verdict: AlarmVerdict | null
  /** Empty if it is not an alarm of a rule. */
  rule_id: string
}

/** A damaged time becomes the start of 1970, so that its alarm does not hide the others. */
function iso(seconds: number): string {
  const time = new Date(seconds * 1000)
  return Number.isNaN(time.getTime()) ? new Date(0).toISOString() : time.toISOString()
}

/** Converts a row to the form the API shows. */
export const toAlarm = (row: AlarmRow): Alarm => ({
  id: row.id,
  scaleId: row.scale_id,
  controllerId: row.controller_id,
  type: row.type,
  status: row.status,
  startedAt: iso(row.started_at),
  detectedAt: iso(row.detected_at),
  endedAt: row.ended_at === null ? null : iso(row.ended_at),
  weightChange: row.weight_change_grams === null ? null : kgFromGrams(row.weight_change_grams),
  confidence: row.confidence_percent / 100,
  why: reasonsOf(row.why),
  verdict: row.verdict,
  ...(row.type === 'rule' ? { rule: { id: row.rule_id, name: ruleNameOf(row.why) } } : {}),
})

/** The name of an alarm's rule when it rang. */
export function ruleNameOf(why: string): string {
  const reason = reasonsOf(why).find(({ code }) => code === 'rule')
  return String(reason?.values?.name ?? '')
}
