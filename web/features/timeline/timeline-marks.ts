import type { Alarm, AlarmType } from '#domain/alarm.ts'
import type { Intervention, InterventionLabel } from '#domain/intervention.ts'
import type { ChartMark } from '../../charts/cluster-marks.ts'
import type { Points } from '../../charts/points.ts'
import { findJumps } from './find-jumps.ts'
import { parseSeriesKey, type SeriesKey } from './series-key.ts'

/** An intervention on the chart; `pending` while it waits in the outbox. */
export type MarkedIntervention = Intervention & { pending: boolean }

export type MarkWords = {
  intervention: (label: InterventionLabel, scaleId: number) => string
  alarm: (type: AlarmType, scaleId: number | null) => string
  jump: (change: number, scaleId: number) => string
}

/** The flags of the chart. A jump that an alarm speaks of already has none of its own. */
export function timelineMarks({
  interventions,
  filter,
  alarms,
  points,
  words,
  manual,
  automatic,
}: {
  interventions: readonly MarkedIntervention[]
  /** Only these labels; none means all. */
  filter: readonly InterventionLabel[]
  alarms: readonly Alarm[]
  points: ReadonlyMap<SeriesKey, Points>
  words: MarkWords
  manual: boolean
  automatic: boolean
}): ChartMark[] {
  const marks: ChartMark[] = []
  if (manual) {
    for (const { id, time, label, scaleId, pending } of interventions) {
      if (filter.length > 0 && !filter.includes(label)) continue
      const at = Date.parse(time) / 1000
      marks.push({ id: `i${id}`, time: at, kind: 'intervention', label: words.intervention(label, scaleId), pending })
    }
  }
  if (!automatic) return marks
  for (const { id, startedAt, type, scaleId } of alarms) {
    marks.push({ id: `a${id}`, time: Date.parse(startedAt) / 1000, kind: 'alarm', label: words.alarm(type, scaleId) })
  }
  for (const [key, curve] of points) {
    const source = parseSeriesKey(key)
    if (source?.column !== 'weight') continue
    const { seriesId } = source
    const alarmed = alarms
      .filter(({ scaleId }) => scaleId === seriesId)
      .map(({ startedAt }) => Date.parse(startedAt) / 1000)
    for (const { time, change } of findJumps(curve)) {
      if (alarmed.some((at) => Math.abs(at - time) < NEAR_SECONDS)) continue
      marks.push({ id: `j${key}@${time}`, time, kind: 'jump', label: words.jump(change, seriesId) })
    }
  }
  return marks
}

const NEAR_SECONDS = 3600
