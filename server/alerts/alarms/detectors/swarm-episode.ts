import type { Detection } from '#domain/alerts/detection.ts'
import type { DetectorSettings, Sample } from './detector.ts'
import type { DetectorState, SwarmEpisode } from './detector-state.ts'
import { describeSwarm } from './swarm-detection.ts'

export const LEAST_DROP_GRAMS = 700
export const LARGEST_DROP_GRAMS = 5000
export const NEAR_ZERO_SHARE = 0.35
const LEAST_BASE_GRAMS = 4000

/** Whether a swarm can be this large and still leave a hive behind. */
export const canBeSwarm = (dropGrams: number, baseGrams: number): boolean =>
  dropGrams <= LARGEST_DROP_GRAMS &&
  baseGrams >= LEAST_BASE_GRAMS &&
  baseGrams - dropGrams >= baseGrams * NEAR_ZERO_SHARE

/** A loss just seen for the first time; the caller sets when it began. */
export const newEpisode = (
  time: number,
  baseGrams: number,
  dropGrams: number,
  intervalSeconds: number,
): SwarmEpisode => ({
  startedAt: 0,
  seenAt: time,
  detectedAt: 0,
  baseGrams,
  deepestGrams: dropGrams,
  deepestAt: time,
  largestStepGrams: 0,
  secondStepGrams: 0,
  riseGrams: 0,
  earlierLossGrams: 0,
  intervalSeconds,
  readingsBack: 0,
  readingsDown: 1,
  slow: 1,
  handled: 0,
  keepsFalling: 0,
  confidencePercent: 0,
})

/** Whether anyone has been told: a second reading confirmed it, or the first one was reported immediately. */
export const isTold = ({ detectedAt, confidencePercent }: SwarmEpisode): boolean =>
  detectedAt !== 0 || confidencePercent > 0

export function noteDepth(episode: SwarmEpisode, drop: number, time: number): void {
  if (drop > 1.05 * episode.deepestGrams) episode.deepestAt = time
  if (drop > episode.deepestGrams) episode.deepestGrams = drop
}

/** Ends an episode that no second reading confirmed: it was a fault of the scale, or hands. Returns the withdrawal if the first reading was told, else null. */
export function endUnconfirmed(
  state: DetectorState,
  episode: SwarmEpisode,
  sample: Sample,
  settings: DetectorSettings,
): Detection | null {
  state.swarm = null
  if (!isTold(episode)) return null
  state.swarmEndedAt = episode.startedAt + 1
  return describeSwarm(episode, 'withdrawn', sample, settings, state)
}

/** Ends the episode with this reading, in place, and returns what it was. */
export function endSwarm(
  state: DetectorState,
  episode: SwarmEpisode,
  status: 'confirmed' | 'withdrawn',
  sample: Sample,
  settings: DetectorSettings,
): Detection {
  state.swarm = null
  state.swarmEndedAt = sample.time
  return describeSwarm(episode, status, sample, settings, state)
}
