import type { Alarm, AlarmType, WeightJump } from '#domain/alerts/alarm.ts'
import type { InterventionLabel } from '#domain/hives/intervention.ts'
import { HOUR_SECONDS } from '#domain/platform/durations.ts'
import type { ChartMark } from '../../../../charts/plot/cluster-marks.ts'
import { isQuiet, type Markable } from './timeline-marks.ts'

/** Labels for the marks of one scale; `change` is in kg if hands changed the weight. */
export type ScaleWords = {
  intervention: (label: InterventionLabel, change: number | undefined) => string
  alarm: (type: AlarmType, change: number | undefined) => string
  hands: (change: number) => string
}

/** Jumps no further apart than this are one visit. */
const VISIT_SECONDS = HOUR_SECONDS
/** A visit this close to an intervention is the one that was noted. */
const NOTED_SECONDS = 2 * HOUR_SECONDS

type Visit = { from: number; to: number; change: number }

const secondsOf = (time: string): number => Date.parse(time) / 1000

/** Returns the marks of one scale: its alarms, its notes, and changes by hand without a note. `current` is the id of the alarm that the page was opened for. */
export function scaleMarks(
  { interventions, alarms, jumps }: Markable,
  words: ScaleWords,
  current: number | undefined,
): ChartMark[] {
  const marks: ChartMark[] = []
  const visits = visitsOf(jumps)
  const changes = new Map<string, number>()
  for (const { from, to, change } of visits) {
    const noted = interventions
      .map(({ id, time }) => ({ id, away: Math.max(from - secondsOf(time), secondsOf(time) - to, 0) }))
      .filter(({ away }) => away <= NOTED_SECONDS)
      .sort((a, b) => a.away - b.away)[0]
    if (noted) changes.set(noted.id, (changes.get(noted.id) ?? 0) + change)
    else if (!alarms.some((alarm) => tellsOf(alarm, { from, to })))
      marks.push({ id: `j${from}`, time: from, kind: 'jump', label: words.hands(change) })
  }
  for (const { id, time, label, pending } of interventions) {
    const name = words.intervention(label, changes.get(id))
    marks.push({ id: `i${id}`, time: secondsOf(time), kind: 'intervention', label: name, pending })
  }
  for (const alarm of alarms) {
    const label = words.alarm(alarm.type, alarm.weightChange ?? undefined)
    const at = secondsOf(alarm.startedAt)
    marks.push({
      id: `a${alarm.id}`,
      time: at,
      kind: 'alarm',
      label,
      quiet: isQuiet(alarm),
      current: alarm.id === current,
    })
  }
  return marks
}

/** Whether an alarm is about these jumps: they happened while it went on, or within an hour of that. */
function tellsOf({ startedAt, endedAt }: Alarm, { from, to }: { from: number; to: number }): boolean {
  const begin = secondsOf(startedAt)
  const end = Math.max(begin, endedAt === null ? 0 : secondsOf(endedAt))
  return to >= begin - HOUR_SECONDS && from <= end + HOUR_SECONDS
}

/** Groups the changes by hand into visits; `change` is the net change in kg. */
function visitsOf(jumps: readonly WeightJump[]): Visit[] {
  const visits: Visit[] = []
  const ordered = jumps
    .filter(({ byHand }) => byHand)
    .map(({ time, weightChange }) => ({ at: secondsOf(time), weightChange }))
    .sort((a, b) => a.at - b.at)
  for (const { at, weightChange } of ordered) {
    const last = visits.at(-1)
    if (last && at - last.to <= VISIT_SECONDS) {
      last.to = at
      last.change += weightChange
    } else visits.push({ from: at, to: at, change: weightChange })
  }
  return visits
}
