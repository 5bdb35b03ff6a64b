import { DAY_SECONDS } from '../platform/durations.ts'
import { median } from '../platform/median.ts'

/** One reading of a transmitter's battery; `time` in epoch seconds. */
export type BatterySample = { time: number; millivolts: number }

/** `unclear`: too little is known, or the battery is between the two thresholds; an open alarm then stays open. */
export type BatteryHealth = {
  state: 'low' | 'fine' | 'unclear'
  millivolts: number
  /** Whole days until the threshold is reached: 0 if already below it, null if the trend does not lead there. */
  daysLeft: number | null
  /** Whether enough days are known for a trend. */
  hasTrend: boolean
}

/** For a lithium-ion cell, which most transmitters have. */
export const BATTERY_LOW_MILLIVOLTS = 3400
const FINE_ABOVE_MILLIVOLTS = 50
const AHEAD_DAYS = 7
const FINE_AHEAD_DAYS = 10
const TREND_DAYS = 14
const TREND_AT_LEAST_DAYS = 4
const FRESH_DAYS = 3

/**
 * Assesses a battery at `now` (epoch seconds) by its last 14 days, each of them a whole one that ends at the hour of the newest sample.
 * It counts with its median, so that a sunny noon, a cold night or a wrong sample has no effect, whatever the hour is now; the trend is
 * the median of the slopes between all pairs of days (Theil 1950, Sen 1968) and needs at least four days of data. Samples may come in
 * any order. `lowMillivolts`: from which voltage down a battery of this kind is low; null if nobody says.
 */
export function assessBattery(
  samples: readonly BatterySample[],
  now: number,
  lowMillivolts: number | null = null,
): BatteryHealth {
  const low = lowMillivolts ?? BATTERY_LOW_MILLIVOLTS
  const known = samples.filter(({ time }) => time <= now && time > now - TREND_DAYS * DAY_SECONDS)
  const newest = known.reduce((latest, { time }) => Math.max(latest, time), Number.NEGATIVE_INFINITY)
  const days = medianByDay(known, newest)
  const last = days.at(-1)
  if (!last || newest <= now - FRESH_DAYS * DAY_SECONDS) {
    return { state: 'unclear', millivolts: last?.millivolts ?? 0, daysLeft: null, hasTrend: false }
  }
  const { millivolts } = last
  const perDay = theilSenSlope(days)
  const hasTrend = perDay !== undefined
  if (millivolts <= low) return { state: 'low', millivolts, daysLeft: 0, hasTrend }
  const falls = hasTrend && perDay < 0
  const ahead = falls ? (millivolts - low) / -perDay : Infinity
  if (ahead <= AHEAD_DAYS) return { state: 'low', millivolts, daysLeft: Math.floor(ahead), hasTrend }
  const isFine = millivolts >= low + FINE_ABOVE_MILLIVOLTS && ahead >= FINE_AHEAD_DAYS
  const daysLeft = ahead === Infinity ? null : Math.floor(ahead)
  return { state: isFine ? 'fine' : 'unclear', millivolts, daysLeft, hasTrend }
}

type DayMedian = { day: number; millivolts: number }

/** Days are counted back from the newest sample, whose day is 0. */
function medianByDay(samples: readonly BatterySample[], newest: number): DayMedian[] {
  const byDay = new Map<number, number[]>()
  for (const { time, millivolts } of samples) {
    const day = Math.ceil((time - newest) / DAY_SECONDS)
    const known = byDay.get(day)
    if (known) known.push(millivolts)
    else byDay.set(day, [millivolts])
  }
  return [...byDay]
    .map(([day, values]) => ({ day, millivolts: Math.round(median(values)!) }))
    .sort((a, b) => a.day - b.day)
}

function theilSenSlope(days: readonly DayMedian[]): number | undefined {
  if (days.length < TREND_AT_LEAST_DAYS) return undefined
  const slopes: number[] = []
  for (let i = 0; i < days.length; i++) {
    for (let j = i + 1; j < days.length; j++) {
      slopes.push((days[j]!.millivolts - days[i]!.millivolts) / (days[j]!.day - days[i]!.day))
    }
  }
  return median(slopes)!
}
