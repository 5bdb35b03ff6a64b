import type { Detection, Deviation, Jump } from '#domain/alerts/detection.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { drainedMilligrams, giveBackLoss, takeBackLoss, watchActivity } from './activity.ts'
import { rememberCourse, SELDOM_SECONDS } from './daily-course.ts'
import type { DetectorSettings, Sample } from './detector.ts'
import { copyState, type DetectorState, initialState, type SwarmEpisode } from './detector-state.ts'
import { deviationAt } from './deviation.ts'
import { isOfDisturbance, watchDisturbance } from './disturbance.ts'
import { enterHour, giveUpHour, isHourSpent } from './hour-limit.ts'
import { openEpisodes } from './open-episodes.ts'
import { FORGET_SECONDS, remember } from './recent-readings.ts'
import { encodeCheckpoint } from './state-bytes.ts'
import { watchSwarm } from './swarm.ts'
import { isLoud } from './swarm-signs.ts'

export { type DetectorState, initialState } from './detector-state.ts'
export { decodeState, encodeCheckpoint, encodeState, isSameState } from './state-bytes.ts'

const JUMP_GRAMS = 500
const JUMP_SURE_SECONDS = 15 * 60
const JUMP_GRAMS_PER_HOUR = 500
const JUMP_AT_MOST_GRAMS = 2000
/** The most that a flow brings per day over several days, and that a hive uses or robbers take. */
const RISE_GRAMS_PER_DAY = 3000
const FALL_GRAMS_PER_DAY = 500

/** The state before the first reading of a UTC day; `day` is the start of that day in epoch seconds. */
export type Checkpoint = { day: number; state: Uint8Array }

export type DetectorRun = {
  state: DetectorState
  detections: Detection[]
  jumps: Jump[]
  /** Deviations between readings more than 20 minutes apart. */
  deviations: Deviation[]
  /** Readings from which on the rest of their hour could not be used, because there had been too many jumps or alarms. */
  unusable: number[]
  checkpoints: Checkpoint[]
}

type Found = Pick<DetectorRun, 'jumps' | 'deviations' | 'unusable'> & { tell(detection: Detection): void }

/**
 * Streams readings of one scale (strictly increasing time, later than any before) through all detectors. `state` is left untouched. Returns
 * the new state, the latest form of each new or changed detection, the jumps and deviations found, and the state at the start of every UTC
 * day that begins within these readings. What is open at that point is reported as it stands, so that a run starting there knows it too.
 * Splitting the readings differently gives the same result in the end. Throws a RangeError if time does not increase.
 */
export function runDetectors(
  state: DetectorState,
  samples: readonly Sample[],
  settings: DetectorSettings,
): DetectorRun {
  const now = copyState(state)
  const detections = new Map<string, Detection>()
  const checkpoints: Checkpoint[] = []
  let time = 0
  const found: Found = {
    jumps: [],
    deviations: [],
    unusable: [],
    tell(detection) {
      if (detection.detectedAt === time) now.hourAlarms++
      const name = `${detection.type} ${detection.startedAt}`
      detections.delete(name)
      detections.set(name, detection)
    },
  }
  for (const sample of samples) {
    time = sample.time
    const day = sample.time - (sample.time % DAY_SECONDS)
    const { times } = now.recent
    if (times.length === 0 || times[times.length - 1]! < day) {
      checkpoints.push({ day, state: encodeCheckpoint(now) })
      for (const detection of openEpisodes(now, sample, settings, false)) found.tell(detection)
    }
    advance(now, sample, settings, found)
  }
  const { jumps, deviations, unusable } = found
  return { state: now, detections: [...detections.values()], jumps, deviations, unusable, checkpoints }
}

/**
 * Streams readings of a scale that is not in use through no detector: finds only the jumps that `runDetectors` would, and as many an hour
 * at most. Nothing else is carried on, so that detection starts afresh when the scale is in use again.
 */
export function findJumps(state: DetectorState, samples: readonly Sample[]): DetectorRun {
  const now: DetectorState = { ...initialState(), recent: lastOf(state.recent), hourJumps: state.hourJumps }
  const jumps: Jump[] = []
  const checkpoints: Checkpoint[] = []
  for (const { time, weightGrams } of samples) {
    const [before] = now.recent.times
    const day = time - (time % DAY_SECONDS)
    if (before === undefined || before < day) checkpoints.push({ day, state: encodeCheckpoint(now) })
    enterHour(now, time)
    const changeGrams = before === undefined ? 0 : weightGrams - now.recent.weights[0]!
    if (before !== undefined && !isHourSpent(now) && isJump(time - before, changeGrams)) {
      jumps.push({ time, changeGrams })
      now.hourJumps++
    }
    now.recent = { times: [time], weights: [weightGrams] }
  }
  return { state: now, detections: [], jumps, deviations: [], unusable: [], checkpoints }
}

const lastOf = ({ times, weights }: DetectorState['recent']) => ({ times: times.slice(-1), weights: weights.slice(-1) })

function advance(state: DetectorState, sample: Sample, settings: DetectorSettings, found: Found): void {
  const { times, weights } = state.recent
  const last = times.length - 1
  enterHour(state, sample.time)
  const intervalSeconds = last >= 0 ? sample.time - times[last]! : 0
  if (last >= 0) {
    const seconds = sample.time - times[last]!
    if (!(seconds > 0)) throw new RangeError(`reading at ${sample.time} is not later than ${times[last]}`)
    if (isHourSpent(state)) {
      state.recent = { times: [sample.time], weights: [sample.weightGrams] }
      return
    }
    const grams = sample.weightGrams - weights[last]!
    if (isJump(seconds, grams)) {
      found.jumps.push({ time: sample.time, changeGrams: grams })
      state.hourJumps++
    }
    const deviation = deviationAt(state, sample)
    if (deviation) found.deviations.push(deviation)
    const disturbanceBefore = state.disturbance
    const swarmBefore = state.swarm
    const disturbance = watchDisturbance(state, sample, settings)
    if (disturbance) found.tell(disturbance)
    const swarm = watchSwarm(state, sample, settings)
    if (swarm) found.tell(swarm)
    if (swarmBefore === null && takesSteps(state.swarm)) takeBackLoss(state, state.swarm.startedAt, settings)
    if (swarmBefore !== null && state.swarm === null && wasNone(swarmBefore)) {
      giveBackLoss(state, swarmBefore, sample, settings)
    }
    const isDisturbed = disturbanceBefore !== state.disturbance || isOfDisturbance(state.disturbance, sample)
    const taken = isDisturbed || takesSteps(swarmBefore) || takesSteps(state.swarm)
    watchActivity(state, sample, { grams, seconds, taken }, settings, found.tell)
    if (isHourSpent(state)) {
      found.unusable.push(sample.time)
      giveUpHour(state, sample, settings, found.tell)
      return
    }
  }
  remember(state.recent, sample.time, sample.weightGrams)
  rememberCourse(state.course, sample.time, sample.weightGrams, intervalSeconds)
}

/** Whether the swarm accounts for what a hive loses. With readings hours apart that is known only once it rings. */
const takesSteps = (swarm: SwarmEpisode | null): swarm is SwarmEpisode =>
  swarm !== null && (swarm.intervalSeconds <= SELDOM_SECONDS || isLoud(swarm.confidencePercent))

/** Whether the loss went on, or was too slow to ring, and so was no swarm. */
const wasNone = ({ keepsFalling, slow, confidencePercent }: SwarmEpisode): boolean =>
  keepsFalling === 1 || (slow === 1 && !isLoud(confidencePercent))

/** Most readings are ruled out by the first comparison. */
const isJump = (seconds: number, grams: number): boolean =>
  (grams >= JUMP_GRAMS || grams <= -JUMP_GRAMS) && Math.abs(grams) >= leastJumpGrams(seconds, grams)

/** Over a longer span flow and weather alone change a hive by half a kilogram, over days by kilograms, so the threshold rises with it. */
function leastJumpGrams(seconds: number, grams: number): number {
  if (seconds <= JUMP_SURE_SECONDS) return JUMP_GRAMS
  const least = Math.min(JUMP_AT_MOST_GRAMS, JUMP_GRAMS + ((seconds - JUMP_SURE_SECONDS) * JUMP_GRAMS_PER_HOUR) / 3600)
  if (seconds <= FORGET_SECONDS) return least
  return Math.max(least, ((grams > 0 ? RISE_GRAMS_PER_DAY : FALL_GRAMS_PER_DAY) * seconds) / DAY_SECONDS)
}

export type BucketLevels = { gainGrams: number; lossGrams: number }

/** Returns the levels of the two buckets at a time at or after the last reading, in grams. */
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
 * Returns the bucket levels after each reading of the last day, counted back from the last reading.
 * Pass some hours more than a day, so that the buckets have settled when the day begins.
 */
export function activityLevels(
  samples: readonly Sample[],
  settings: DetectorSettings,
): ({ time: number } & BucketLevels)[] {
  const from = (samples.at(-1)?.time ?? 0) - DAY_SECONDS
  const state = initialState()
  const levels: ({ time: number } & BucketLevels)[] = []
  for (const sample of samples) {
    advance(state, sample, settings, { jumps: [], deviations: [], unusable: [], tell: () => {} })
    if (sample.time > from) levels.push({ time: sample.time, ...bucketLevels(state, sample.time, settings) })
  }
  return levels
}
