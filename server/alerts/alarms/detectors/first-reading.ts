import type { DetectorSettings } from './detector.ts'
import type { SwarmEpisode } from './detector-state.ts'
import { localHour } from './recent-readings.ts'
import { FINE_SECONDS, SPIKE_GRAMS } from './swarm-shape.ts'
import { isHeightOfSeason } from './swarming-season.ts'

/** Nine of ten swarms leave between these hours. */
const FROM_HOUR = 10
const TO_HOUR = 16
/** A single reading hardly shows more of a swarm, but may of lifted boxes. */
const AT_MOST_GRAMS = 3000
/** How much too heavy the previous reading may be for a hive whose bees were beginning to leave, since scales fluctuate. */
const WAVERS_GRAMS = 25

/**
 * Whether a single reading looks enough like a swarm to be told silently, if readings are more than 7.5 minutes apart.
 * `begunGrams`: what the previous reading had already lost compared with the hive's course until then, negative if it had
 * gained; it decides when the loss is no larger than a fault of the scale. The weights were tuned with `npm run score`.
 */
export function tellsAlone(
  { startedAt, deepestGrams, intervalSeconds, riseGrams, handled }: SwarmEpisode,
  begunGrams: number,
  { utcOffsetHours, latitude }: DetectorSettings,
): boolean {
  if (intervalSeconds <= FINE_SECONDS || riseGrams > 0 || handled === 1 || deepestGrams > AT_MOST_GRAMS) return false
  const hour = localHour(startedAt, utcOffsetHours)
  if (hour < FROM_HOUR || hour >= TO_HOUR || !isHeightOfSeason(startedAt, latitude)) return false
  return deepestGrams > SPIKE_GRAMS || begunGrams >= -WAVERS_GRAMS
}
