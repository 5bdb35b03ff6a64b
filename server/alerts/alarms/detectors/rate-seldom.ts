import { HOUR_SECONDS } from '#domain/platform/durations.ts'
import { ownWays } from './daily-course.ts'
import type { DetectorSettings } from './detector.ts'
import type { DetectorState, SwarmEpisode } from './detector-state.ts'
import { localHour } from './recent-readings.ts'

/** Of a scale whose noise is not known yet. */
const USUAL_NOISE_GRAMS = 300
const LEAST_NOISE_GRAMS = 60
const MOST_NOISE_GRAMS = 1500
/** Swarms mostly leave between 10 and 16 h: a span that ends before, or begins after, hardly holds one. */
const LATE_START_HOUR = 15
const EARLY_END_HOUR = 11.5
const LARGE_GRAMS = 3800

/**
 * How sure a loss between readings hours apart makes us that a swarm left, in percent: a logistic regression over simulated apiaries (seeds 1 to 50, read every
 * 90 to 360 minutes) of what is known once a second reading is down. 50 lies where about one such alarm rings falsely in a hive's year.
 */
export function rateSeldom(episode: SwarmEpisode, settings: DetectorSettings, course: DetectorState['course']): number {
  const { deepestGrams, intervalSeconds, startedAt, seenAt } = episode
  const { noiseGrams, riseGrams } = ownWays(course, startedAt)
  const noise = Math.min(MOST_NOISE_GRAMS, Math.max(LEAST_NOISE_GRAMS, noiseGrams || USUAL_NOISE_GRAMS))
  const loss = Math.log(deepestGrams / 1000)
  const span = Math.log(intervalSeconds / HOUR_SECONDS)
  const from = localHour(startedAt, settings.utcOffsetHours)
  const to = from + (seenAt - startedAt) / HOUR_SECONDS
  let evidence = -0.2 + (1.8 + 0.9 * span) * loss - 0.7 * span - 0.6 * Math.log(noise / USUAL_NOISE_GRAMS)
  evidence -= 0.5 * Math.min(2, riseGrams / deepestGrams)
  evidence -= 1.2 * Math.max(0, from - LATE_START_HOUR, EARLY_END_HOUR - to)
  if (deepestGrams > LARGE_GRAMS) evidence -= 1.3
  if (noiseGrams === 0) evidence -= 1.5
  return Math.max(1, Math.round(100 / (1 + Math.exp(-evidence))))
}
