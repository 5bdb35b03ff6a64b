import { drainedMilligrams, giveBackLoss, takeBackLoss, watchActivity } from './activity.ts'
import type { Detection, DetectorSettings, Jump, Sample } from './detector.ts'
import { copyState, type DetectorState, initialState } from './detector-state.ts'
import { watchDisturbance } from './disturbance.ts'
import { FORGET_SECONDS, remember } from './recent-readings.ts'
import { encodeState } from './state-bytes.ts'
import { watchSwarm } from './swarm.ts'

export { type DetectorState, initialState } from './detector-state.ts'
export { decodeState, encodeState, isSameState } from './state-bytes.ts'

const DAY_SECONDS = 86400
const JUMP_GRAMS = 500
const JUMP_SURE_SECONDS = 15 * 60
const JUMP_GRAMS_PER_HOUR = 500
const JUMP_AT_MOST_GRAMS = 2000
/** What a flow brings, and what a hive uses or robbers take, at most in each of several days. */
const RISE_GRAMS_PER_DAY = 3000
const FALL_GRAMS_PER_DAY = 500

/** The state before the first reading of a UTC day; `day` is the start of that day in epoch seconds. */
export type Checkpoint = { day: number; state: Uint8Array }

export type DetectorRun = {
  state: DetectorState
  detections: Detection[]
  jumps: Jump[]
  checkpoints: Checkpoint[]
}

/**
 * Streams readings of one scale (strictly rising time, later than any before) through all detectors. `state` is left
 * untouched; the answer holds the new one, the detections that are new or have changed, in their last form, the jumps
 * found and the state at the start of every UTC day that begins within these readings. Cutting the readings
 * differently gives the same in the end. Throws a RangeError when time does not rise.
 */
export function runDetectors(
  state: DetectorState,
  samples: readonly Sample[],
  settings: DetectorSettings,
): DetectorRun {
  const now = copyState(state)
  const detections = new Map<string, Detection>()
  const jumps: Jump[] = []
  const checkpoints: Checkpoint[] = []
  const tell = (detection: Detection) => {
    const name = `${detection.type} ${detection.startedAt}`
    detections.delete(name)
    detections.set(name, detection)
  }
  for (const sample of samples) {
    const day = sample.time - (sample.time % DAY_SECONDS)
    const { times } = now.recent
    if (times.length === 0 || times[times.length - 1]! < day) checkpoints.push({ day, state: encodeState(now) })
    advance(now, sample, settings, tell, jumps)
  }
  return { state: now, detections: [...detections.values()], jumps, checkpoints }
}

function advance(
  state: DetectorState,
  sample: Sample,
  settings: DetectorSettings,
  tell: (detection: Detection) => void,
  jumps: Jump[],
): void {
  const { times, weights } = state.recent
  const last = times.length - 1
  if (last >= 0) {
    const seconds = sample.time - times[last]!
    if (!(seconds > 0)) throw new RangeError(`reading at ${sample.time} is not later than ${times[last]}`)
    const grams = sample.weightGrams - weights[last]!
    if (grams >= JUMP_GRAMS || grams <= -JUMP_GRAMS) {
      if (Math.abs(grams) >= leastJumpGrams(seconds, grams)) jumps.push({ time: sample.time, changeGrams: grams })
    }
    const disturbedBefore = state.disturbance !== null
    const swarmBefore = state.swarm
    const disturbance = watchDisturbance(state, sample, settings)
    if (disturbance) tell(disturbance)
    const swarm = watchSwarm(state, sample, settings)
    if (swarm) tell(swarm)
    if (swarmBefore === null && state.swarm !== null) takeBackLoss(state, state.swarm.startedAt, settings)
    if (swarmBefore?.keepsFalling === 1) {
      const fall = swarmBefore.baseGrams - sample.weightGrams
      giveBackLoss(state, fall, swarmBefore.startedAt, sample.time, settings)
    }
    const taken = disturbedBefore || state.disturbance !== null || swarmBefore !== null || state.swarm !== null
    watchActivity(state, sample, { grams, seconds, taken }, settings, tell)
  }
  remember(state.recent, sample.time, sample.weightGrams)
}

/** Over a longer span flow and weather alone move a hive by half a kilogram, over days by kilograms: the bar rises with it. */
function leastJumpGrams(seconds: number, grams: number): number {
  if (seconds <= JUMP_SURE_SECONDS) return JUMP_GRAMS
  const least = Math.min(JUMP_AT_MOST_GRAMS, JUMP_GRAMS + ((seconds - JUMP_SURE_SECONDS) * JUMP_GRAMS_PER_HOUR) / 3600)
  if (seconds <= FORGET_SECONDS) return least
  return Math.max(least, ((grams > 0 ? RISE_GRAMS_PER_DAY : FALL_GRAMS_PER_DAY) * seconds) / DAY_SECONDS)
}

export type BucketLevels = { gainGrams: number; lossGrams: number }

/** What is left in the two buckets at a time at or after the last reading, in grams. */
export function bucketLevels(state: DetectorState, atTime: number, settings: DetectorSettings): BucketLevels {
  const last = state.recent.times.at(-1)
  if (last === undefined) return { gainGrams: 0, lossGrams: 0 }
  const drained = drainedMilligrams(Math.max(0, atTime - last), settings)
  return {
    gainGrams: Math.round(Math.max(0, state.gain.milligrams - drained) / 1000),
    lossGrams: Math.round(Math.max(0, state.loss.milligrams - drained) / 1000),
  }
}

/**
 * The bucket levels after each reading of the last day, counted back from the last one. Give some hours more than a
 * day, so that the buckets have settled when the day begins.
 */
export function activityLevels(
  samples: readonly Sample[],
  settings: DetectorSettings,
): ({ time: number } & BucketLevels)[] {
  const from = (samples.at(-1)?.time ?? 0) - DAY_SECONDS
  const state = initialState()
  const levels: ({ time: number } & BucketLevels)[] = []
  for (const sample of samples) {
    advance(state, sample, settings, () => {}, [])
    if (sample.time > from) levels.push({ time: sample.time, ...bucketLevels(state, sample.time, settings) })
  }
  return levels
}
