import type { LocalMidnight } from '#domain/hives/local-midnight.ts'
import { HOUR_SECONDS } from '#domain/platform/durations.ts'
import type { Sample } from '../../alerts/alarms/detectors/detector.ts'

/** From midnight on nobody flies and nobody comes by hand: what moves then is the scale. */
const NIGHT_SECONDS = 4 * HOUR_SECONDS
const LEAST_READINGS = 4
/** From the median of what deviates to a standard deviation, where errors are normally distributed. */
const DEVIATION_PER_MEDIAN = 1.4826
/** Of two readings each is off by itself; 19 in 20 differences lie within two of their deviations. */
const WIDTH = 2 * Math.SQRT2

/**
 * How far two weights of a scale differ though nothing happened, in grams: what its readings in the nights after `midnights`
 * deviate from each night's own trend. Both in order of time; null where no night has enough of them.
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

/** What each weight lies above or below the line through all of them. */
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
