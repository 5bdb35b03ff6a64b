import type { Detection } from '#domain/alerts/detection.ts'
import { SELDOM_SECONDS } from './daily-course.ts'
import type { DetectorSettings, Reason, Sample } from './detector.ts'
import {
  type Bucket,
  type DetectorState,
  emptyBucket,
  type RecentReadings,
  type SwarmEpisode,
} from './detector-state.ts'
import { isBetweenHours, localHour, medianBetween } from './recent-readings.ts'
import { FINE_SECONDS, SPARSE_SECONDS } from './swarm-shape.ts'

const HELD_STEP_GRAMS = 300
const SPIKE_RETURN_SHARE = 0.6
const HANDS_GRAMS = 500
const HANDS_GRAMS_PER_HOUR = 6000
const ALONE_SHARE = 0.15
const BRIM_SHARE = 1.2
const LONGEST_STEP_SECONDS = 3 * 3600
const SHAKEN_SHARE = 0.4
const SHAKEN_READINGS = 6
const LIGHTER_GRAMS = 300
const FORAGING_FROM_HOUR = 7
const FORAGING_TO_HOUR = 21

type Kind = 'gain' | 'loss'

/** The step from the last remembered reading to this one, and whether another detector took it. */
export type ActivityStep = { grams: number; seconds: number; taken: boolean }

/** Drains both buckets, feeds them one step, and reports what is new through `tell`. Works on `state` in place. */
export function watchActivity(
  state: DetectorState,
  sample: Sample,
  step: ActivityStep,
  settings: DetectorSettings,
  tell: (detection: Detection) => void,
): void {
  drain(state.gain, step.seconds, settings)
  drain(state.loss, step.seconds, settings)
  const distance = settings.activity.activityWeightDistance * 1000
  const size = Math.abs(step.grams)
  if (state.heldGrams !== 0) {
    const held = state.heldGrams
    const heldAt = state.heldAt
    state.heldGrams = 0
    state.heldAt = 0
    const wasSpike = step.grams * held < 0 && size >= SPIKE_RETURN_SHARE * Math.abs(held)
    if (wasSpike) {
      const rest = held + step.grams
      if (!step.taken && Math.abs(rest) >= distance)
        feed(state, rest, sample.time, Math.abs(rest) >= HANDS_GRAMS, settings)
    } else {
      if (!step.taken) feed(state, held, heldAt, isByHands(state, held, step), settings)
      takeIn(state, sample, step, distance, settings)
    }
  } else takeIn(state, sample, step, distance, settings)
  const seen = { ...sample, isSeldom: step.seconds > SELDOM_SECONDS, recent: state.recent }
  settle(state.gain, state.loss, 'gain', seen, settings, tell)
  settle(state.loss, state.gain, 'loss', seen, settings, tell)
}

function takeIn(
  state: DetectorState,
  sample: Sample,
  step: ActivityStep,
  distance: number,
  settings: DetectorSettings,
): void {
  const size = Math.abs(step.grams)
  if (step.taken || step.seconds > LONGEST_STEP_SECONDS) return
  if (size < distance && !goesOn(state.recent, step, distance)) return
  if (size >= HELD_STEP_GRAMS) {
    state.heldGrams = step.grams
    state.heldAt = sample.time
  } else feed(state, step.grams, sample.time, false, settings)
}

/** Whether a small step continues the one before it: together they are as large as two that count. */
function goesOn({ times, weights }: RecentReadings, step: ActivityStep, distance: number): boolean {
  if (times.length < 2) return false
  const before = weights.at(-1)! - weights.at(-2)!
  return (
    before * step.grams > 0 &&
    Math.abs(before + step.grams) >= 2 * distance &&
    times.at(-1)! - times.at(-2)! <= FINE_SECONDS
  )
}

/**
 * Whether a step is too big and too fast for bees; the held reading is the last one remembered. Between readings far apart
 * nothing counts as fast, but robbers come for hours: there it is an isolated step, with little movement before and after it.
 */
function isByHands({ recent: { times, weights } }: DetectorState, grams: number, next: ActivityStep): boolean {
  if (Math.abs(grams) < HANDS_GRAMS) return false
  const seconds = times.at(-1)! - (times.at(-2) ?? 0)
  if (seconds <= SPARSE_SECONDS) return isFast(grams, seconds)
  const before = weights.at(-2)! - (weights.at(-3) ?? weights.at(-2)!)
  return Math.max(before * Math.sign(grams), next.grams * Math.sign(grams)) < ALONE_SHARE * Math.abs(grams)
}

/** Faster than bees can carry honey off. */
const isFast = (grams: number, seconds: number): boolean => Math.abs(grams) * 3600 >= HANDS_GRAMS_PER_HOUR * seconds

function feed(state: DetectorState, grams: number, time: number, byHands: boolean, settings: DetectorSettings): void {
  fill(state, grams > 0 ? 'gain' : 'loss', Math.abs(grams) * 1000, time, byHands, settings)
}

/**
 * Fills a bucket. Hands may move ten kilograms and more, which would drain for days and
 * hide what comes after, so their steps fill it only slightly above its trigger.
 */
function fill(
  state: DetectorState,
  kind: Kind,
  milligrams: number,
  time: number,
  byHands: boolean,
  settings: DetectorSettings,
): void {
  const bucket = state[kind]
  const room = Math.max(0, BRIM_SHARE * triggerOf(kind, settings) - bucket.milligrams)
  const taken = byHands ? Math.min(milligrams, Math.round(room)) : milligrams
  // the full amount is reported
  bucket.peakMilligrams = Math.max(bucket.peakMilligrams, bucket.milligrams + milligrams)
  bucket.milligrams += taken
  if (byHands) bucket.byStepsMilligrams += taken
  if (bucket.since === 0) bucket.since = time
}

/** The level from which on a bucket raises an alarm, in milligrams. */
function triggerOf(kind: Kind, { activity }: DetectorSettings): number {
  const kilograms = kind === 'gain' ? activity.activityTriggerGainLevel : activity.activityTriggerLossLevel
  return Math.round(kilograms * 1e6)
}

function drain(bucket: Bucket, seconds: number, settings: DetectorSettings): void {
  if (bucket.milligrams === 0) return
  const rest = bucket.milligrams - drainedMilligrams(seconds, settings)
  if (rest <= 0) {
    bucket.milligrams = 0
    bucket.byStepsMilligrams = 0
    return
  }
  bucket.byStepsMilligrams = Math.round((bucket.byStepsMilligrams * rest) / bucket.milligrams)
  bucket.milligrams = rest
}

/** How much drains in a time span, in whole milligrams. */
export function drainedMilligrams(seconds: number, settings: DetectorSettings): number {
  return Math.round((settings.activity.activityDrain * 1e6 * seconds) / 3600)
}

/** Takes out of the loss bucket what a swarm let in before it was recognized. */
export function takeBackLoss(state: DetectorState, from: number, settings: DetectorSettings): void {
  const { times, weights } = state.recent
  const distance = settings.activity.activityWeightDistance * 1000
  let milligrams = 0
  for (let at = times.length - 1; at > 0 && times[at]! > from; at--) {
    const fall = weights[at - 1]! - weights[at]!
    if (fall >= distance) milligrams += fall * 1000
  }
  const { loss } = state
  const rest = Math.max(0, loss.milligrams - milligrams)
  loss.byStepsMilligrams = loss.milligrams === 0 ? 0 : Math.round((loss.byStepsMilligrams * rest) / loss.milligrams)
  loss.milligrams = rest
  state.heldGrams = 0
  state.heldAt = 0
}

/** Returns to the loss bucket what a suspected swarm had kept from it, when it turns out not to be a swarm. */
export function giveBackLoss(
  state: DetectorState,
  { baseGrams, startedAt, largestStepGrams, intervalSeconds, riseGrams }: SwarmEpisode,
  { time, weightGrams }: Sample,
  settings: DetectorSettings,
): void {
  const fallGrams = baseGrams - weightGrams
  const milligrams = fallGrams * 1000 - drainedMilligrams(time - startedAt, settings)
  if (milligrams <= 0) return
  const isStep = largestStepGrams >= HANDS_GRAMS && isFast(largestStepGrams, intervalSeconds)
  const byHands = riseGrams > 0 || isStep || isFast(fallGrams, time - startedAt)
  fill(state, 'loss', milligrams, time, byHands, settings)
}

/** `isSeldom`: so long after the previous reading that a loss may be anything; `recent`: the readings before it. */
type SeenSample = Sample & { isSeldom: boolean; recent: RecentReadings }

function settle(
  bucket: Bucket,
  other: Bucket,
  kind: Kind,
  sample: SeenSample,
  settings: DetectorSettings,
  tell: (detection: Detection) => void,
): void {
  const trigger = triggerOf(kind, settings)
  if (bucket.detectedAt === 0) {
    if (bucket.milligrams >= trigger) {
      bucket.detectedAt = sample.time
      bucket.peakMilligrams = Math.max(bucket.peakMilligrams, bucket.milligrams)
      bucket.confidencePercent = rate(bucket, other, kind, trigger, sample, settings)
      tell(describeActivity(bucket, other, kind, null, isShaken(kind, sample)))
    } else bucket.peakMilligrams = 0
  } else if (2 * bucket.milligrams < trigger) {
    tell(describeActivity(bucket, other, kind, sample.time))
    const { milligrams, byStepsMilligrams } = bucket
    Object.assign(bucket, emptyBucket(), { milligrams, byStepsMilligrams })
  } else {
    bucket.peakMilligrams = Math.max(bucket.peakMilligrams, bucket.milligrams)
    const percent = rate(bucket, other, kind, trigger, sample, settings)
    if (percent > bucket.confidencePercent) {
      bucket.confidencePercent = percent
      tell(describeActivity(bucket, other, kind, null, isShaken(kind, sample)))
    }
  }
  if (bucket.milligrams === 0 && bucket.detectedAt === 0) bucket.since = 0
}

function rate(
  bucket: Bucket,
  other: Bucket,
  kind: Kind,
  trigger: number,
  sample: SeenSample,
  settings: DetectorSettings,
): number {
  const hour = localHour(sample.time, settings.utcOffsetHours)
  let percent = kind === 'loss' ? 70 : 40
  if (bucket.milligrams - bucket.byStepsMilligrams < trigger) percent -= 40
  if (other.milligrams > SHAKEN_SHARE * bucket.milligrams) percent -= 35
  if (sample.isSeldom) percent -= 25
  if (isShaken(kind, sample)) percent -= 35
  if (!isBetweenHours(hour, FORAGING_FROM_HOUR, FORAGING_TO_HOUR)) percent -= 25
  return Math.max(5, percent)
}

/** Whether the hive weighs about as much as an hour ago: wind fills the bucket with falls that slower rises make up for. */
function isShaken(kind: Kind, { time, recent }: SeenSample): boolean {
  if (kind === 'gain' || recent.times.length < SHAKEN_READINGS) return false
  const before = medianBetween(recent, time - 90 * 60, time - 60 * 60)
  const now = medianBetween(recent, time - 20 * 60, time)
  return before !== null && now !== null && before - now < LIGHTER_GRAMS
}

/** Describes an episode of one bucket. `endedAt` is null while it continues. */
export function describeActivity(
  bucket: Bucket,
  other: Bucket,
  kind: Kind,
  endedAt: number | null,
  shaken = false,
): Detection {
  const grams = Math.round(bucket.peakMilligrams / 1000)
  const why: Reason[] = [{ code: kind === 'gain' ? 'gaining' : 'losing', values: { kg: Math.round(grams / 100) / 10 } }]
  if (2 * bucket.byStepsMilligrams > bucket.milligrams) why.push({ code: 'bySteps' })
  else if (shaken || other.milligrams > SHAKEN_SHARE * bucket.milligrams) why.push({ code: 'bothWays' })
  if (endedAt !== null) why.push({ code: 'calmedDown' })
  return {
    type: 'activity',
    status: endedAt === null ? 'open' : 'closed',
    startedAt: bucket.since,
    detectedAt: bucket.detectedAt,
    endedAt,
    weightChangeGrams: kind === 'gain' ? grams : -grams,
    confidencePercent: bucket.confidencePercent,
    why,
  }
}
