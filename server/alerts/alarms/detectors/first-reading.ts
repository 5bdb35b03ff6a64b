import type { DetectorSettings } from './detector.ts'
import type { SwarmEpisode } from './detector-state.ts'
import { localHour } from './recent-readings.ts'
import { FINE_SECONDS, SPIKE_GRAMS } from './swarm-shape.ts'
import { isHeightOfSeason } from './swarming-season.ts'

/** Between these hours nine of ten swarms leave. */
const FROM_HOUR = 10
const TO_HOUR = 16
/** One reading hardly shows more of a swarm; of boxes it does. */
const AT_MOST_GRAMS = 3000
/** By so much the reading before may be too heavy for a hive that bees begin to leave: scales waver. */
const WAVERS_GRAMS = 25

/**
 * Whether one reading alone looks enough like a swarm to be told without a sound, where the next one is 7.5 minutes away or more. `begunGrams`:
 * what the reading before had lost already against how the hive had gone on until then, negative where it had gained; it decides where the loss
 * is no larger than a fault of the scale. The weights were tuned with `npm run score`.
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
