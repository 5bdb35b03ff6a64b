import { ALARMS_MAXIMUM, type Alarm, type AlarmType, JUMPS_MAXIMUM, type WeightJump } from '#domain/alerts/alarm.ts'
import { isHint, RINGING_CONFIDENCE_PERCENT } from '#domain/alerts/alarm-types.ts'
import type { Intervention, InterventionLabel } from '#domain/hives/intervention.ts'
import type { ChartMark } from '../../../../charts/plot/cluster-marks.ts'

/** An intervention on the chart; `pending` while it waits in the outbox. */
export type MarkedIntervention = Intervention & { pending: boolean }

/** Everything that can have a flag. */
export type Markable = {
  interventions: readonly MarkedIntervention[]
  alarms: readonly Alarm[]
  jumps: readonly WeightJump[]
}

/** Whether the server may have left out the oldest alarms or jumps of the span, since it answers with so many of them. */
export const areMarksCut = ({ alarms, jumps }: Pick<Markable, 'alarms' | 'jumps'>): boolean =>
  alarms.length >= ALARMS_MAXIMUM || jumps.length >= JUMPS_MAXIMUM

export type MarkWords = {
  intervention: (label: InterventionLabel, scaleId: number) => string
  alarm: (type: AlarmType, scaleId: number | null) => string
  jump: (change: number, scaleId: number) => string
}

/** A jump this close to the start of an alarm of its scale is what the alarm is about. */
const SAME_SECONDS = 3600

const secondsOf = (time: string): number => Date.parse(time) / 1000

/** Returns the flags of the chart. `manual` ones are filtered by label (no label means all); `automatic` ones are alarms and other jumps. */
export function timelineMarks(
  { interventions, alarms, jumps }: Markable,
  shown: { manual: boolean; automatic: boolean; labels: readonly InterventionLabel[] },
  words: MarkWords,
): ChartMark[] {
  const marks: ChartMark[] = []
  for (const { id, time, label, scaleId, pending } of shown.manual ? interventions : []) {
    if (shown.labels.length > 0 && !shown.labels.includes(label)) continue
    const name = words.intervention(label, scaleId)
    marks.push({ id: `i${id}`, time: secondsOf(time), kind: 'intervention', label: name, pending })
  }
  if (!shown.automatic) return marks
  const starts = new Map<number | null, number[]>()
  for (const alarm of alarms) {
    const { id, startedAt, type, scaleId } = alarm
    const at = secondsOf(startedAt)
    marks.push({ id: `a${id}`, time: at, kind: 'alarm', label: words.alarm(type, scaleId), quiet: isQuiet(alarm) })
    const known = starts.get(scaleId)
    if (known) known.push(at)
    else starts.set(scaleId, [at])
  }
  for (const { scaleId, time, weightChange } of jumps) {
    const at = secondsOf(time)
    const told = starts.get(scaleId)?.some((start) => Math.abs(start - at) < SAME_SECONDS)
    if (!told) marks.push({ id: `j${scaleId}@${at}`, time: at, kind: 'jump', label: words.jump(weightChange, scaleId) })
  }
  return marks
}

/** Whether the flag of an alarm does not have the color of one: it was none, it only hints at something, or it is too unsure to ring. */
export const isQuiet = (alarm: Alarm): boolean => wasNone(alarm) || isHint(alarm.type) || isUnsure(alarm)

/** Not certain enough to ring, and nobody has judged it. */
const isUnsure = ({ verdict, confidence }: Alarm): boolean =>
  verdict === null && 100 * confidence < RINGING_CONFIDENCE_PERCENT

const wasNone = ({ status, verdict }: Alarm): boolean =>
  verdict === 'hands' || verdict === 'false' || (verdict === null && status === 'withdrawn')
