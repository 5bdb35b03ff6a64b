import type { HourWeights } from '#domain/hives/hour-weights.ts'
import type { LocalMidnight } from '#domain/hives/local-midnight.ts'
import { ABSENT, type Tile } from '#domain/hives/tiles/timeline-tile.ts'
import { kgFromGrams } from '#domain/hives/units.ts'
import type { DashboardScale } from '#domain/insight/dashboard.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'
import type { DetectorSettings, Sample } from '../../alerts/alarms/detectors/detector.ts'
import { activityLevels } from '../../alerts/alarms/detectors/run-detectors.ts'
import { hourWeights, midnightValues } from '../../hives/timeline/midnight-values.ts'
import { nightNoise } from './night-noise.ts'

export const SPARKLINE_STEP_SECONDS = 4 * HOUR_SECONDS
/** The buckets start before the day that is shown, so that they have settled when it begins. */
const ACTIVITY_SECONDS = 36 * HOUR_SECONDS
/** How old the weight a change is measured from may be. */
const TOLERANCE_SECONDS = 6 * HOUR_SECONDS

export type ScaleSummary = Pick<
  DashboardScale,
  'damaged' | 'change24h' | 'change7d' | 'noise' | 'sparkline' | 'midnights'
> & {
  activity: Pick<DashboardScale['activity'], 'time' | 'gain' | 'loss'>
}

/** The days whose raw tiles a summary needs, if the last weight is of the day that starts at `lastDay`. */
export const summaryDays = (lastDay: number): number[] => [8, 7, 2, 1, 0].map((days) => lastDay - days * DAY_SECONDS)

export type SummaryInput = {
  /** The raw tiles of `summaryDays` and the hour tiles of the last weeks, each in order of time. */
  raw: Tile[]
  hours: Tile[]
  /** The start of the day of the last weight. Older ones are not taken for it. */
  lastDay: number
  /** Whether some of these tiles are missing because they are damaged. */
  damaged: boolean
  midnights: LocalMidnight[]
  /** The sparkline shows the seven days before this time, in epoch seconds. */
  sparklineTo: number
  settings: DetectorSettings
}

/** Returns what a dashboard tile draws of one scale; changes are counted back from the last weight. */
export function summarizeScale({
  raw,
  hours,
  lastDay,
  damaged,
  midnights,
  sparklineTo,
  settings,
}: SummaryInput): ScaleSummary {
  const samples = raw.flatMap(samplesOf)
  const weights = hourWeights(hours, midnights[0]?.time ?? sparklineTo)
  const noise = nightNoise(samples, midnights)
  const recent = (samples.at(-1)?.time ?? 0) < lastDay - DAY_SECONDS ? [] : samples
  return {
    damaged,
    change24h: changeOver(recent, DAY_SECONDS),
    change7d: changeOver(recent, 7 * DAY_SECONDS),
    noise: noise === null ? null : kgFromGrams(noise),
    sparkline: sparkline(weights, sparklineTo),
    midnights: midnightValues(weights, midnights).slice(1),
    activity: activity(recent, settings),
  }
}

function samplesOf(tile: Tile): Sample[] {
  const weight = tile.level === 'raw' ? tile.columns.weight : undefined
  if (weight === undefined) return []
  const samples: Sample[] = []
  for (let i = 0; i < tile.length; i++) {
    if (weight[i] !== ABSENT) samples.push({ time: tile.from + tile.time[i]!, weightGrams: weight[i]! })
  }
  return samples
}

function changeOver(samples: Sample[], seconds: number): number | null {
  const last = samples.at(-1)
  if (last === undefined) return null
  const then = last.time - seconds
  const before = samples.findLast(({ time }) => time <= then)
  if (before === undefined || before.time < then - TOLERANCE_SECONDS) return null
  return kgFromGrams(last.weightGrams - before.weightGrams)
}

/** The last weight of every four hours. */
function sparkline({ time, last }: HourWeights, to: number): DashboardScale['sparkline'] {
  const points: DashboardScale['sparkline'] = { time: [], weight: [] }
  let step = Number.NaN
  for (let i = 0; i < time.length; i++) {
    if (last[i] === ABSENT || time[i]! < to - 7 * DAY_SECONDS) continue
    const own = Math.floor(time[i]! / SPARKLINE_STEP_SECONDS)
    const at = own === step ? points.time.length - 1 : points.time.length
    points.time[at] = time[i]!
    points.weight[at] = kgFromGrams(last[i]!)
    step = own
  }
  return points
}

/** The highest level of every hour, at the time of its last reading. */
function activity(samples: Sample[], settings: DetectorSettings): ScaleSummary['activity'] {
  const from = (samples.at(-1)?.time ?? 0) - ACTIVITY_SECONDS
  const levels: ScaleSummary['activity'] = { time: [], gain: [], loss: [] }
  let hour = Number.NaN
  const recent = samples.filter(({ time }) => time > from)
  for (const { time, gainGrams, lossGrams } of activityLevels(recent, settings)) {
    const own = Math.floor(time / HOUR_SECONDS)
    const isSame = own === hour
    const at = isSame ? levels.time.length - 1 : levels.time.length
    levels.time[at] = time
    levels.gain[at] = Math.max(isSame ? levels.gain[at]! : 0, kgFromGrams(gainGrams))
    levels.loss[at] = Math.max(isSame ? levels.loss[at]! : 0, kgFromGrams(lossGrams))
    hour = own
  }
  return levels
}
