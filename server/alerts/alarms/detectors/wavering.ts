import type { RecentReadings, SwarmEpisode } from './detector-state.ts'

/** Of fewer steps, a swarm may be half. */
const LEAST_STEPS = 8
/** A loss of fewer usual steps than this may be chance. */
const TELLING_STEPS = 5

/**
 * How much the weights of a scale change from one reading to the next, in grams, if that is so much that a loss may be chance; otherwise 0, as
 * always if readings are more than 10 minutes apart. It is the median of the last 90 minutes, so that the loss itself hardly counts.
 */
export function waveringGrams(
  { deepestGrams }: Pick<SwarmEpisode, 'deepestGrams'>,
  { weights }: Pick<RecentReadings, 'weights'>,
): number {
  if (weights.length <= LEAST_STEPS) return 0
  const steps = weights.slice(1).map((weight, at) => Math.abs(weight - weights[at]!))
  const usual = steps.sort((a, b) => a - b)[steps.length >> 1]!
  return deepestGrams < TELLING_STEPS * usual ? usual : 0
}
