import type { Sample } from './detector.ts'
import type { RecentReadings, SwarmEpisode } from './detector-state.ts'

/** Up to this interval a swarm shows in several readings. */
export const FINE_SECONDS = 450
/** Above this interval a loss is one step among others, and is measured against the course of the days before. */
export const SPARSE_SECONDS = 20 * 60
/** The longest time a swarm takes to leave. */
export const DEPARTURE_SECONDS = 30 * 60

const HANDS_STEP_GRAMS = 400
const HANDS_BEFORE_SECONDS = 30 * 60
/** Most swarms leave faster than this. */
export const SLOW_GRAMS_PER_HOUR = 3000
/** A loss that changes by less than this share for so long stands still. */
const STILL_SHARE = 0.06
const STILL_SECONDS = 10 * 60
/** The largest fault of a scale. */
export const SPIKE_GRAMS = 1500

/** Looks in the last readings for signs of hands: rises and falls in the half hour before, and single big steps. */
export function lookBack(episode: SwarmEpisode, recent: RecentReadings, sample: Sample): void {
  const { times, weights } = recent
  let after = sample.weightGrams
  let afterTime = sample.time
  for (let at = times.length - 1; at >= 0; at--) {
    const time = times[at]!
    if (time < episode.startedAt - HANDS_BEFORE_SECONDS) break
    const weight = weights[at]!
    if (at > 0 && isSpike(weights[at - 1]!, weight, after)) continue
    const step = after - weight
    if (step >= HANDS_STEP_GRAMS) episode.riseGrams = Math.max(episode.riseGrams, step)
    if (afterTime > episode.startedAt) noteFall(episode, -step)
    else if (step <= -HANDS_STEP_GRAMS) episode.handled = 1
    after = weight
    afterTime = time
  }
  noteSlowness(episode, sample, weights.at(-1)! - sample.weightGrams)
}

/** Whether one reading sticks out, up or down, by no more than a fault of the scale. */
function isSpike(before: number, weight: number, after: number): boolean {
  const up = weight - Math.max(before, after)
  const down = Math.min(before, after) - weight
  return (up >= 200 && weight - before <= SPIKE_GRAMS) || (down >= 200 && before - weight <= SPIKE_GRAMS)
}

/** Notes a rise: it means hands, unless it only corrects a first reading that was a spike on top of the loss. */
export function noteRise(episode: SwarmEpisode, stepGrams: number, dropGrams: number, leastDropGrams: number): void {
  if (stepGrams < HANDS_STEP_GRAMS) return
  if (episode.readingsDown === 1 && stepGrams <= SPIKE_GRAMS && dropGrams >= leastDropGrams) {
    episode.deepestGrams = dropGrams
    episode.largestStepGrams = Math.min(episode.largestStepGrams, dropGrams)
  } else episode.riseGrams = Math.max(episode.riseGrams, stepGrams)
}

/**
 * The readings from the one on at which a loss of at least `leastGrams` had stood still for a while, null if it never has: bees that left are
 * gone, and what the hive loses later is another loss, while robbers never pause.
 */
export function sinceStandstill(
  { baseGrams, startedAt }: SwarmEpisode,
  { times, weights }: RecentReadings,
  leastGrams: number,
): RecentReadings | null {
  for (let from = 0; from < times.length; from++) {
    const drop = baseGrams - weights[from]!
    if (times[from]! <= startedAt || drop < leastGrams) continue
    const to = times.findIndex((time) => time >= times[from]! + STILL_SECONDS)
    if (to >= 0 && Math.abs(weights[from]! - weights[to]!) <= STILL_SHARE * drop) {
      return { times: times.slice(to), weights: weights.slice(to) }
    }
  }
  return null
}

/** Keeps the two largest falls between neighboring readings. */
export function noteFall(episode: SwarmEpisode, fallGrams: number): void {
  if (fallGrams > episode.largestStepGrams) {
    episode.secondStepGrams = episode.largestStepGrams
    episode.largestStepGrams = fallGrams
  } else if (fallGrams > episode.secondStepGrams) episode.secondStepGrams = fallGrams
}

/** A slow loss that continues may be robbing: whether it is a swarm becomes clear when it stops, or after an hour or more. */
export function noteSlowness(episode: SwarmEpisode, sample: Sample, fallGrams: number): void {
  if (episode.slow === 0) return
  const seconds = sample.time - episode.startedAt
  const drop = episode.baseGrams - sample.weightGrams
  const slow = drop * 3600 < SLOW_GRAMS_PER_HOUR * seconds
  const goesOn = fallGrams * seconds > 0.3 * drop * episode.intervalSeconds
  const soon = seconds < (episode.intervalSeconds > FINE_SECONDS ? 3 : 2) * DEPARTURE_SECONDS
  episode.slow = slow && goesOn && soon ? 1 : 0
}
