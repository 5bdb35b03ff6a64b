import type { DetectorSettings, Sample } from './detector.ts'
import type { RecentReadings, SwarmEpisode } from './detector-state.ts'
import { isSwarmingSeason } from './swarming-season.ts'

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
const SLOW_OUT_OF_SEASON_GRAMS_PER_HOUR = 6000
/** A loss goes on if it is at least this share as fast as before, judged over this time, since robbers come in bursts and scales waver. */
const GOES_ON_SHARE = 0.3
const PACE_SECONDS = 10 * 60
/** A loss that changes by less than this share for so long stands still. */
const STILL_SHARE = 0.06
const STILL_SECONDS = 10 * 60
/** The largest fault of a scale. */
export const SPIKE_GRAMS = 1500

/** Looks in the last readings for signs of hands: rises and falls in the half hour before, and single big steps. */
export function lookBack(
  episode: SwarmEpisode,
  recent: RecentReadings,
  sample: Sample,
  settings: Pick<DetectorSettings, 'latitude'>,
): void {
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
  noteSlowness(episode, recent, sample, settings)
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

/** A slow loss that continues may be robbing: whether it is a swarm becomes clear when it stops. Out of season robbers may be as fast as most swarms. */
export function noteSlowness(
  episode: SwarmEpisode,
  { times, weights }: RecentReadings,
  { time, weightGrams }: Sample,
  { latitude }: Pick<DetectorSettings, 'latitude'>,
): void {
  if (episode.slow === 0) return
  const { startedAt, baseGrams } = episode
  const drop = baseGrams - weightGrams
  const limit = isSwarmingSeason(startedAt, latitude) ? SLOW_GRAMS_PER_HOUR : SLOW_OUT_OF_SEASON_GRAMS_PER_HOUR
  const slow = drop * 3600 < limit * (time - startedAt)
  let last = times.length - 1
  while (last > 0 && times[last]! > time - PACE_SECONDS && times[last - 1]! >= startedAt) last--
  const fallGrams = weights[last]! - weightGrams
  const goesOn = fallGrams * (time - startedAt) > GOES_ON_SHARE * drop * (time - times[last]!)
  episode.slow = slow && goesOn ? 1 : 0
}
