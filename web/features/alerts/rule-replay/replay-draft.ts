import {
  REPLAY_SCALES_MAXIMUM,
  type ReplayAlarm,
  type ReplayThreshold,
  thresholdsOf,
} from '#domain/alerts/rule-replay.ts'
import type { JobBody } from '#domain/platform/job.ts'
import type { DayRange } from '../../../ui/fields/date-range.tsx'

/** The content of the form; an empty threshold keeps its current value. */
export type ReplayDraft = {
  alarm: ReplayAlarm
  scaleIds: readonly number[]
  period: DayRange
  thresholds: Partial<Record<ReplayThreshold, string>>
}
export type ReplayFault = 'scales' | ReplayThreshold

/** The allowed range of each threshold, in its unit. */
export const limitsOf: Record<ReplayThreshold, { min: number; max: number; whole: boolean; unit: string }> = {
  leastConfidence: { min: 1, max: 99, whole: true, unit: '%' },
  alarmFromHour: { min: 0, max: 24, whole: true, unit: 'h' },
  alarmToHour: { min: 0, max: 24, whole: true, unit: 'h' },
  activityTriggerLossLevel: { min: 0.1, max: 50, whole: false, unit: 'kg' },
  activityTriggerGainLevel: { min: 0.1, max: 50, whole: false, unit: 'kg' },
  activityDrain: { min: 0, max: 10, whole: false, unit: 'kg/h' },
  activityWeightDistance: { min: 0.01, max: 5, whole: false, unit: 'kg' },
}

/** Returns the season of `today` (yyyy-mm-dd) up to now, or the last one if it has not begun, and the season before it. */
export function seasonsUntil(today: string): (DayRange & { year: number })[] {
  const thisYear = Number(today.slice(0, 4))
  const last = today < `${thisYear}-04-01` ? thisYear - 1 : thisYear
  return [last, last - 1].map((year) => {
    const end = `${year}-09-30`
    return { year, from: `${year}-04-01`, to: today < end ? today : end }
  })
}

const filled = ({ alarm, thresholds }: ReplayDraft): [ReplayThreshold, number][] =>
  thresholdsOf[alarm].flatMap((name): [ReplayThreshold, number][] => {
    const text = thresholds[name]?.trim() ?? ''
    return text === '' ? [] : [[name, Number(text)]]
  })

export function faultsOf(draft: ReplayDraft): ReplayFault[] {
  const outside = filled(draft).filter(([name, value]) => {
    const { min, max, whole } = limitsOf[name]
    return !(value >= min && value <= max) || (whole && !Number.isInteger(value))
  })
  const { length } = draft.scaleIds
  const isScaleFault = length === 0 || length > REPLAY_SCALES_MAXIMUM
  return [...(isScaleFault ? (['scales'] as const) : []), ...outside.map(([name]) => name)]
}

/** The job that runs the trial. */
export const replayBody = (draft: ReplayDraft): JobBody & Record<string, unknown> => ({
  type: 'RULE_REPLAY',
  alarm: draft.alarm,
  scales: [...draft.scaleIds],
  from: draft.period.from,
  to: draft.period.to,
  thresholds: Object.fromEntries(filled(draft)),
})
