import type { LocalMidnight } from '#domain/hives/local-midnight.ts'
import { HOUR_SECONDS } from '#domain/platform/durations.ts'
import type { Sample } from '../../alerts/alarms/detectors/detector.ts'

/** After midnight no bees fly and nobody works at the hive: any change comes from the scale. */
const NIGHT_SECONDS = 4 * HOUR_SECONDS
const LEAST_READINGS = 4
/** Converts a median absolute deviation to a standard deviation, for normally distributed errors. */
const DEVIATION_PER_MEDIAN = 1.4826
/** Both readings of a difference have their own error; 19 in 20 differences lie within two of their standard deviations. */
const WIDTH = 2 * Math.SQRT2

/**
 * Returns how far two weights of a scale differ although nothing happened, in grams: from how its readings in the nights after
 * `midnights` deviate from each night's trend. Both inputs in order of time. Returns null if no night has enough readings.
 */
export function nightNoise(
  samples: readonly Sample[],
  midnights: readonly Pick<LocalMidnight, 'time'>[],
): number | null {
  let at = 0
  const deviations = midnights.flatMap(({ time }) => {
    while (at < samples.length && samples[at]!.time < time) at++
    const from = at
    while (at < samples.length && samples[at]!.time < time + NIGHT_SECONDS) at++
    return at - from < LEAST_READINGS ? [] : deviationsFromTrend(samples.slice(from, at))
  })
  if (deviations.length === 0) return null
  const sorted = deviations.map(Math.abs).sort((a, b) => a - b)
  return Math.round(WIDTH * DEVIATION_PER_MEDIAN * sorted[sorted.length >> 1]!)
}

/** How far each weight lies above or below the line fitted through all of them. */
function deviationsFromTrend(night: readonly Sample[]): number[] {
  const meanTime = mean(night.map(({ time }) => time))
  const meanGrams = mean(night.map(({ weightGrams }) => weightGrams))
  let together = 0
  let spread = 0
  for (const { time, weightGrams } of night) {
    together += (time - meanTime) * (weightGrams - meanGrams)
    spread += (time - meanTime) ** 2
  }
  const slope = spread > 0 ? together / spread : 0
  return night.map(({ time, weightGrams }) => weightGrams - meanGrams - slope * (time - meanTime))
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
