import { drainedMilligrams } from './activity.ts'
import type { DetectorSettings, Sample } from './detector.ts'
import type { DetectorState, SwarmEpisode } from './detector-state.ts'
import { SLOW_GRAMS_PER_HOUR, SPARSE_SECONDS } from './swarm-shape.ts'

/** A loss is probably what the hive had gained just before if that was half of it to twice as much. */
const LEAST_SHARE = 0.5
const LARGEST_SHARE = 2
const ONE_STEP_SHARE = 0.9

/** The part of a state that shows what a hive gained and lost in the last hours. */
export type RecentGain = Pick<DetectorState, 'gain' | 'loss'>

/**
 * What a hive had gained in the hours before a loss, in grams, if that may be what it lost; otherwise 0, as always if readings are more than 20 minutes
 * apart. Rain runs off and dries slowly, hands take in one step what they had put on. A loss that is fast and takes several steps is judged as a swarm even if the hive is wet.
 */
export function gainedBefore(
  { gain, loss }: RecentGain,
  { intervalSeconds, deepestGrams, largestStepGrams, startedAt, deepestAt }: SwarmEpisode,
  { time }: Pick<Sample, 'time'>,
  settings: DetectorSettings,
): number {
  const isOneStep = largestStepGrams >= ONE_STEP_SHARE * deepestGrams
  const isSlow = deepestGrams * 3600 < SLOW_GRAMS_PER_HOUR * (deepestAt - startedAt)
  if (gain.milligrams === 0 || intervalSeconds > SPARSE_SECONDS || (!isOneStep && !isSlow)) return 0
  // hands fill a bucket only slightly above its trigger; its alarm knows how much it was
  const ofHands = gain.detectedAt === 0 ? gain.milligrams : gain.peakMilligrams
  const gained = isOneStep ? ofHands : gain.milligrams - gain.byStepsMilligrams
  // both buckets have been draining since the loss began
  const grams = Math.round((gained - loss.milligrams + drainedMilligrams(time - startedAt, settings)) / 1000)
  return grams >= LEAST_SHARE * deepestGrams && grams <= LARGEST_SHARE * deepestGrams ? grams : 0
}
