import { arrivalOf, type Label, type LabelledApiary } from './labelled-hive.ts'
import type { Ringing } from './replay-apiary.ts'

const EARLY_SECONDS = 20 * 60
const LATE_SECONDS = 2.5 * 3600
/** A swarm shows in the reading after it, and rings with the one after that. */
const LATE_INTERVALS = 2.5
export const WHOLE_SWARM_GRAMS = 1000
const YEAR_SECONDS = 365.25 * 86400

export const scoredTypes = ['swarm', 'disturbance', 'activity'] as const
export type ScoredType = (typeof scoredTypes)[number]

const labelOf = { swarm: 'swarm', disturbance: 'disturbance', activity: 'robbing' } as const

/** Figures of one alarm type: `told` counts what was found or at least told quietly, `delaysSeconds` from the start of what happened, or the arrival of the batch that may tell of it, to the first loud push. */
export type TypeScore = { happened: number; found: number; told: number; falseAlarms: number; delaysSeconds: number[] }

export type Score = { hiveYears: number; types: Record<ScoredType, TypeScore> }

export function emptyScore(): Score {
  const nothing = (): TypeScore => ({ happened: 0, found: 0, told: 0, falseAlarms: 0, delaysSeconds: [] })
  return { hiveYears: 0, types: { swarm: nothing(), disturbance: nothing(), activity: nothing() } }
}

/**
 * Adds one replayed apiary to a score. A ringing alarm within 20 minutes before and 2.5 hours (or, if that is longer, 2.5
 * intervals) after its label, and the wait for a batch, found it; any other ringing alarm is false. Swarms under 1 kg count
 * neither as missed nor as false.
 */
export function addToScore(score: Score, apiary: LabelledApiary, ringing: readonly Ringing[]): void {
  for (const hive of apiary.hives) {
    const first = hive.samples[0]?.time ?? 0
    score.hiveYears += ((hive.samples.at(-1)?.time ?? 0) - first) / YEAR_SECONDS
    const rang = ringing.filter(({ scaleId }) => scaleId === hive.scaleId)
    for (const type of scoredTypes) {
      const labels = hive.labels.filter(({ what }) => what === labelOf[type])
      addType(
        score.types[type],
        labels,
        rang.filter((alarm) => alarm.type === type),
        apiary,
      )
    }
  }
}

function addType(
  score: TypeScore,
  labels: readonly Label[],
  ringing: readonly Ringing[],
  apiary: LabelledApiary,
): void {
  const lateSeconds = Math.max(LATE_SECONDS, LATE_INTERVALS * apiary.intervalMinutes * 60)
  const belongs = ({ startedAt, rangAt }: Ringing, { from, to }: Label) =>
    rangAt >= from - EARLY_SECONDS && startedAt <= to + lateSeconds && rangAt <= arrivalOf(to + lateSeconds, apiary)
  for (const label of labels) {
    const hits = ringing.filter((alarm) => belongs(alarm, label))
    if (label.what === 'swarm' && label.grams < WHOLE_SWARM_GRAMS) continue
    score.happened++
    if (hits.length > 0) score.told++
    const hit = hits.find(({ loud }) => loud)
    if (!hit) continue
    score.found++
    score.delaysSeconds.push(Math.max(0, hit.rangAt - arrivalOf(label.from, apiary)))
  }
  score.falseAlarms += ringing.filter((alarm) => alarm.loud && !labels.some((label) => belongs(alarm, label))).length
}

export function recall({ happened, found }: TypeScore): number {
  return happened === 0 ? Number.NaN : found / happened
}

export function falseAlarmsPerHiveYear(score: Score, type: ScoredType): number {
  return score.types[type].falseAlarms / score.hiveYears
}

/** Median delay in minutes; NaN when nothing was found. */
export function medianDelayMinutes({ delaysSeconds }: TypeScore): number {
  const sorted = delaysSeconds.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  if (sorted.length === 0) return Number.NaN
  const median = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
  return median / 60
}
