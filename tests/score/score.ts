import { RINGING_CONFIDENCE_PERCENT } from '#domain/alerts/alarm-types.ts'
import { arrivalOf, type Label, type LabeledApiary } from './labeled-hive.ts'
import type { Ringing } from './replay-apiary.ts'

const EARLY_SECONDS = 20 * 60
const LATE_SECONDS = 2.5 * 3600
/** A swarm shows in the reading after it, and rings with the one after that. */
const LATE_INTERVALS = 2.5
const WHOLE_SWARM_GRAMS = 1000
const DAY_SECONDS = 86400
const YEAR_SECONDS = 365.25 * DAY_SECONDS

export const scoredTypes = ['swarm', 'disturbance', 'activity', 'stores', 'winter', 'queen'] as const
export type ScoredType = (typeof scoredTypes)[number]

/** What alarms are called in data for others. */
export const nameOf: Record<ScoredType, string> = {
  swarm: 'swarm',
  disturbance: 'disturbance',
  activity: 'robbing',
  stores: 'stores',
  winter: 'winter',
  queen: 'queen',
}

/** What each alarm is to tell of. */
const eventsOf: Record<ScoredType, readonly Label['what'][]> = {
  swarm: ['swarm'],
  disturbance: ['disturbance'],
  activity: ['robbing'],
  stores: ['starving'],
  winter: ['outOfLine', 'deadOut'],
  queen: ['queenless'],
}

/** Confidences in percent from which on alarms might ring; a curve has a point for each. */
export const sweptPercents = Array.from({ length: 19 }, (_, at) => 5 * (at + 1))

/**
 * Figures of one alarm type: `told` counts what was found or at least told quietly, `delaysSeconds` from the start of what
 * happened, or the arrival of the batch that may tell of it, to the first loud push, `firstDelaysSeconds` to the first push at
 * all, quiet or loud. `silentDays` are hive-days on which neither anything happened nor anything was told. `swept` has the counts for each of `sweptPercents`.
 */
export type TypeScore = {
  happened: number
  found: number
  told: number
  falseAlarms: number
  falseQuiet: number
  silentDays: number
  delaysSeconds: number[]
  firstDelaysSeconds: number[]
  swept: { found: number[]; falseAlarms: number[] }
}

export type Score = { hiveYears: number; types: Record<ScoredType, TypeScore> }

export function emptyScore(): Score {
  const nothing = (): TypeScore => ({
    happened: 0,
    found: 0,
    told: 0,
    falseAlarms: 0,
    falseQuiet: 0,
    silentDays: 0,
    delaysSeconds: [],
    firstDelaysSeconds: [],
    swept: { found: sweptPercents.map(() => 0), falseAlarms: sweptPercents.map(() => 0) },
  })
  const types = Object.fromEntries(scoredTypes.map((type) => [type, nothing()])) as Score['types']
  return { hiveYears: 0, types }
}

/**
 * Adds one replayed apiary to a score. A ringing alarm within 20 minutes before and 2.5 hours (or, if that is longer, 2.5
 * intervals) after its label, and the wait for a batch, found it; any other ringing alarm is false. Swarms under 1 kg count
 * neither as missed nor as false.
 */
export function addToScore(score: Score, apiary: ScoredApiary, ringing: readonly HeardAlarm[]): void {
  for (const hive of apiary.hives) {
    const seconds = (hive.samples.at(-1)?.time ?? 0) - (hive.samples[0]?.time ?? 0)
    score.hiveYears += seconds / YEAR_SECONDS
    const rang = ringing.filter(({ scaleId }) => scaleId === hive.scaleId)
    for (const type of scoredTypes) {
      const labels = hive.labels.filter(({ what }) => eventsOf[type].includes(what))
      const alarms = rang.filter((alarm) => alarm.type === type)
      addType(score.types[type], labels, alarms, apiary)
      const days = [...labels.map(({ from }) => from), ...alarms.map(({ startedAt }) => startedAt)]
      score.types[type].silentDays += Math.max(0, Math.round(seconds / DAY_SECONDS) - new Set(days.map(dayOf)).size)
    }
  }
}

/** What of an apiary the score asks for: of the readings only the first and the last time count. */
export type ScoredApiary = Pick<LabeledApiary, 'intervalMinutes' | 'batchMinutes'> & {
  hives: readonly Pick<LabeledApiary['hives'][number], 'scaleId' | 'samples' | 'labels'>[]
}

/** What of an alarm the score asks for. */
export type HeardAlarm = Pick<Ringing, 'scaleId' | 'startedAt' | 'levels'> & { type: ScoredType }

/** What takes weeks is told within weeks: when stores for three weeks are left is a forecast, and may be told ten days early. */
const slowEvents: Partial<Record<Label['what'], { earlySeconds: number; lateSeconds: number }>> = {
  starving: { earlySeconds: 10 * DAY_SECONDS, lateSeconds: 3 * DAY_SECONDS },
  outOfLine: { earlySeconds: 0, lateSeconds: 10 * DAY_SECONDS },
  queenless: { earlySeconds: 0, lateSeconds: 0 },
  deadOut: { earlySeconds: 10 * DAY_SECONDS, lateSeconds: 30 * DAY_SECONDS },
}

const dayOf = (time: number): number => Math.floor(time / DAY_SECONDS)

function addType(
  score: TypeScore,
  labels: readonly Label[],
  alarms: readonly HeardAlarm[],
  apiary: ScoredApiary,
): void {
  const slow = labels[0] && slowEvents[labels[0].what]
  const earlySeconds = slow?.earlySeconds ?? EARLY_SECONDS
  const lateSeconds = slow?.lateSeconds ?? Math.max(LATE_SECONDS, LATE_INTERVALS * apiary.intervalMinutes * 60)
  const belongs = (startedAt: number, rangAt: number, { from, to }: Label) =>
    rangAt >= from - earlySeconds && startedAt <= to + lateSeconds && rangAt <= arrivalOf(to + lateSeconds, apiary)
  const counted = labels.filter(({ what, grams }) => what !== 'swarm' || grams >= WHOLE_SWARM_GRAMS)
  /** What would have been found, and what would have been false, if alarms rang from a confidence on. */
  const judge = (percent: number) => {
    const rings = alarms.flatMap(({ startedAt, levels }) => {
      const level = levels.find(({ confidencePercent }) => confidencePercent >= percent)
      return level ? [{ startedAt, rangAt: level.at }] : []
    })
    const hits = counted.map((label) => rings.find(({ startedAt, rangAt }) => belongs(startedAt, rangAt, label)))
    const strays = rings.filter(({ startedAt, rangAt }) => !labels.some((label) => belongs(startedAt, rangAt, label)))
    return { hits, strays: strays.length }
  }
  const loud = judge(RINGING_CONFIDENCE_PERCENT)
  const told = judge(0)
  score.happened += counted.length
  counted.forEach((label, at) => {
    const delayOf = ({ rangAt }: { rangAt: number }) => Math.max(0, rangAt - arrivalOf(label.from, apiary))
    const hit = loud.hits[at]
    const first = told.hits[at]
    if (hit || first) score.told++
    if (first) score.firstDelaysSeconds.push(delayOf(first))
    if (!hit) return
    score.found++
    score.delaysSeconds.push(delayOf(hit))
  })
  score.falseAlarms += loud.strays
  score.falseQuiet += Math.max(0, told.strays - loud.strays)
  sweptPercents.forEach((percent, at) => {
    const { hits, strays } = judge(percent)
    score.swept.found[at]! += hits.filter(Boolean).length
    score.swept.falseAlarms[at]! += strays
  })
}

export function recall({ happened, found }: TypeScore): number {
  return happened === 0 ? Number.NaN : found / happened
}

export function falseAlarmsPerHiveYear(score: Score, type: ScoredType): number {
  return score.types[type].falseAlarms / score.hiveYears
}

/** Median delay in minutes; NaN when nothing was found. */
export function medianDelayMinutes({ delaysSeconds }: Pick<TypeScore, 'delaysSeconds'>): number {
  return medianMinutes(delaysSeconds)
}

/** Median delay until something was told, quietly or loudly, in minutes; NaN when nothing was. */
export function medianFirstMinutes({ firstDelaysSeconds }: Pick<TypeScore, 'firstDelaysSeconds'>): number {
  return medianMinutes(firstDelaysSeconds)
}

function medianMinutes(seconds: readonly number[]): number {
  const sorted = seconds.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  if (sorted.length === 0) return Number.NaN
  const median = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
  return median / 60
}

/** The range in which a share lies with 95 % confidence (Wilson 1927), from 0 to 1. */
export function wilson(found: number, happened: number): { low: number; high: number } {
  const z = 1.96
  const share = found / happened
  const middle = share + (z * z) / (2 * happened)
  const spread = z * Math.sqrt((share * (1 - share)) / happened + (z * z) / (4 * happened * happened))
  const scale = 1 + (z * z) / happened
  return { low: Math.max(0, (middle - spread) / scale), high: Math.min(1, (middle + spread) / scale) }
}
