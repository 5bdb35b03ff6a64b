import type { Detection } from '#domain/alerts/detection.ts'
import { FIRST_READING_PERCENT } from '#domain/alerts/one-reading.ts'
import type { DetectorSettings, Sample } from './detector.ts'
import type { DetectorState, RecentReadings, SwarmEpisode } from './detector-state.ts'
import { tellsAlone } from './first-reading.ts'
import { isBetweenHours, localHour, medianBetween } from './recent-readings.ts'
import { beginSeldom, followSeldom } from './seldom-swarm.ts'
import { describeSwarm, rateSwarm } from './swarm-detection.ts'
import {
  canBeSwarm,
  endSwarm,
  endUnconfirmed,
  isTold,
  LARGEST_DROP_GRAMS,
  LEAST_DROP_GRAMS,
  NEAR_ZERO_SHARE,
  newEpisode,
  noteDepth,
} from './swarm-episode.ts'
import {
  DEPARTURE_SECONDS,
  lookBack,
  noteFall,
  noteRise,
  noteSlowness,
  SPARSE_SECONDS,
  sinceStandstill,
} from './swarm-shape.ts'
import { isLoud } from './swarm-signs.ts'

const BASE_SECONDS = 45 * 60
const EARLIER_SECONDS = 2 * 3600
const FORGET_END_SECONDS = 4 * 3600
const NEAR_BASE_GRAMS = 250
const SETTLED_SECONDS = 10 * 60
const STEADY_LOSS_SHARE = 0.6
const BACK_SHARE = 0.4
const CONFIRM_SECONDS = 60 * 60
const NEXT_READING_SECONDS = 130 * 60

/** Looks at one reading before it is remembered. Returns the detection if there is something new to tell, else null. Works on `state` in place. */
export function watchSwarm(state: DetectorState, sample: Sample, settings: DetectorSettings): Detection | null {
  if (state.swarmEndedAt !== 0 && sample.time - state.swarmEndedAt > FORGET_END_SECONDS) state.swarmEndedAt = 0
  if (state.swarm !== null) {
    const follow = state.swarm.intervalSeconds > SPARSE_SECONDS ? followSeldom : followEpisode
    return follow(state, state.swarm, sample, settings)
  }
  state.swarm = isSeldom(state, sample) ? beginSeldom(state, sample, settings) : beginEpisode(state, sample, settings)
  if (state.swarm === null || !isTold(state.swarm)) return null
  return describeSwarm(state.swarm, 'provisional', sample, settings, state)
}

const isSeldom = ({ recent }: DetectorState, { time }: Sample): boolean => time - recent.times.at(-1)! > SPARSE_SECONDS

/** A cheap check that rules out nearly all readings. */
function hasFallen({ times, weights }: RecentReadings, { time, weightGrams }: Sample): boolean {
  const last = times.length - 1
  for (let at = last; at >= 0 && (times[at]! >= time - BASE_SECONDS || at > last - 3); at--) {
    if (weights[at]! - weightGrams >= LEAST_DROP_GRAMS) return true
  }
  return false
}

function beginEpisode(state: DetectorState, sample: Sample, settings: DetectorSettings): SwarmEpisode | null {
  const { times, weights } = state.recent
  const { time, weightGrams } = sample
  const hour = localHour(time, settings.utcOffsetHours)
  if (!hasFallen(state.recent, sample) || !isBetweenHours(hour, settings.alarmFromHour, settings.alarmToHour))
    return null
  const last = times.length - 1
  const intervalSeconds = time - times[last]!
  const baseGrams = medianBetween(state.recent, time - BASE_SECONDS, time)!
  const drop = baseGrams - weightGrams
  if (drop < LEAST_DROP_GRAMS || !canBeSwarm(drop, baseGrams)) return null

  const earlier = medianBetween(state.recent, time - EARLIER_SECONDS, time - BASE_SECONDS) ?? baseGrams
  const earlierLossGrams = Math.max(0, earlier - baseGrams)
  if (earlierLossGrams > STEADY_LOSS_SHARE * drop) return null

  const lost = Math.min(baseGrams, usualAt(state.recent, last, time - BASE_SECONDS)) - weights[last]!
  const inSteps = lost >= 0.04 * drop && lost >= 50
  const startedAt = Math.max(startOfLoss(state.recent, baseGrams, drop, time), state.swarmEndedAt)
  const detectedAt = inSteps ? time : 0
  const episode = { ...newEpisode(time, baseGrams, drop, intervalSeconds), startedAt, detectedAt, earlierLossGrams }
  lookBack(episode, state.recent, sample, settings)
  const isToldNow = !inSteps && state.swarmEndedAt === 0 && tellsAlone(episode, lost, settings)
  if (isToldNow) episode.confidencePercent = FIRST_READING_PERCENT
  return episode
}

/**
 * Returns what the reading at `place` would show, in grams, if the hive had continued as it did from
 * `from` until ten minutes before: foragers leaving in the morning make each reading lighter than the
 * baseline, which is not the beginning of a swarm. Infinity if there are too few readings to tell.
 */
function usualAt({ times, weights }: RecentReadings, place: number, from: number): number {
  const first = times.findIndex((time) => time >= from)
  let old = place - 1
  while (old > first && times[old]! > times[place]! - SETTLED_SECONDS) old--
  if (first < 0 || old <= first) return Number.POSITIVE_INFINITY
  const perSecond = (weights[old]! - weights[first]!) / (times[old]! - times[first]!)
  return weights[old]! + perSecond * (times[place]! - times[old]!)
}

/** The time of the last reading that was still near the baseline. */
function startOfLoss({ times, weights }: RecentReadings, baseGrams: number, drop: number, time: number): number {
  const near = baseGrams - Math.min(0.2 * drop, NEAR_BASE_GRAMS)
  let at = times.length - 1
  while (at > 0 && weights[at]! < near && times[at - 1]! >= time - BASE_SECONDS) at--
  return times[at]!
}

function followEpisode(
  state: DetectorState,
  episode: SwarmEpisode,
  sample: Sample,
  settings: DetectorSettings,
): Detection | null {
  const { time } = sample
  const { deepestGrams: knownGrams } = episode
  const loss = lossAt(state.recent, episode, sample)
  const isSecond = episode.detectedAt === 0
  if (isSecond && (loss.isBack || time - episode.seenAt > NEXT_READING_SECONDS)) {
    episode.readingsBack = loss.isBack ? 1 : 0
    return endUnconfirmed(state, episode, sample, settings)
  }
  if (isSecond) episode.detectedAt = time
  const canHaveStood = (loss.isNext || loss.isLonger) && isLoud(episode.confidencePercent)
  const stood = canHaveStood ? sinceStandstill(episode, state.recent, LEAST_DROP_GRAMS) : null
  if (stood && loss.isNext) return endBeforeNext(state, episode, stood, sample, settings)

  noteLoss(episode, loss, sample)
  if (loss.isLonger && !stood) {
    if (!loss.isTooLarge) episode.keepsFalling = 1
    return endSwarm(state, episode, 'withdrawn', sample, settings)
  }
  noteSlowness(episode, state.recent, sample, settings)
  if (isOver(episode, loss, time)) {
    if (episode.slow === 1 && !loss.isBack) episode.keepsFalling = 1
    const isSwarm = episode.slow === 0 && !loss.isBack && !loss.isTooLarge
    return endSwarm(state, episode, isSwarm ? 'confirmed' : 'withdrawn', sample, settings)
  }
  const isKnown =
    !isSecond &&
    episode.deepestGrams === knownGrams &&
    rateSwarm(episode, 'provisional', sample, settings, state) === episode.confidencePercent
  return isKnown ? null : describeSwarm(episode, 'provisional', sample, settings, state)
}

/** What a reading says about a swarm that is going on. */
type Loss = {
  /** Below the baseline, and since the reading before. */
  dropGrams: number
  fallGrams: number
  isBack: boolean
  /** Whether the bees may still be leaving. */
  isLeaving: boolean
  /** What was lost after they had left is as much as another swarm, or more than a swarm leaves behind. */
  isNext: boolean
  isLonger: boolean
  isTooLarge: boolean
}

function lossAt({ weights }: RecentReadings, episode: SwarmEpisode, { time, weightGrams }: Sample): Loss {
  const { deepestGrams } = episode
  const dropGrams = episode.baseGrams - weightGrams
  const fallGrams = weights.at(-1)! - weightGrams
  const isTooLarge = dropGrams > LARGEST_DROP_GRAMS
  const isLeaving = time - episode.startedAt <= DEPARTURE_SECONDS + episode.intervalSeconds
  // more than that at once was a box
  const canBeMore = !isLeaving && fallGrams <= deepestGrams
  return {
    dropGrams,
    fallGrams,
    isBack: dropGrams < Math.max(BACK_SHARE * deepestGrams, 0.5 * LEAST_DROP_GRAMS),
    isLeaving,
    isNext: canBeMore && (isTooLarge || dropGrams - deepestGrams >= LEAST_DROP_GRAMS),
    isLonger: canBeMore && keepsFalling(deepestGrams, dropGrams),
    isTooLarge,
  }
}

function noteLoss(episode: SwarmEpisode, loss: Loss, { time, weightGrams }: Sample): void {
  const { dropGrams, fallGrams, isBack, isLeaving, isTooLarge } = loss
  noteRise(episode, -fallGrams, dropGrams, LEAST_DROP_GRAMS)
  if (isTooLarge || weightGrams < episode.baseGrams * NEAR_ZERO_SHARE) episode.handled = 1
  episode.readingsBack = isBack ? episode.readingsBack + 1 : 0
  if (!isBack) episode.readingsDown++
  if (!isLeaving) return
  noteFall(episode, fallGrams)
  if (!isTooLarge) noteDepth(episode, dropGrams, time)
}

/** An hour shows what it was; weight that is back shows it earlier. */
const isOver = ({ detectedAt, seenAt, readingsBack }: SwarmEpisode, { isBack }: Loss, time: number): boolean =>
  time - detectedAt >= CONFIRM_SECONDS || (isBack && (readingsBack >= 2 || time - seenAt >= DEPARTURE_SECONDS))

/**
 * Ends a swarm that rang, because the hive had stopped losing weight before it lost more: that is another swarm, or
 * whatever it is, and does not take back the first. It is told from the next reading on.
 */
function endBeforeNext(
  state: DetectorState,
  episode: SwarmEpisode,
  stood: RecentReadings,
  sample: Sample,
  settings: DetectorSettings,
): Detection {
  const { time, weightGrams } = sample
  const baseGrams = episode.baseGrams - episode.deepestGrams
  const drop = baseGrams - weightGrams
  const detection = endSwarm(state, episode, 'confirmed', sample, settings)
  if (drop < LEAST_DROP_GRAMS || !canBeSwarm(drop, baseGrams)) return detection
  const startedAt = startOfLoss(stood, baseGrams, drop, time)
  state.swarm = { ...newEpisode(time, baseGrams, drop, time - stood.times.at(-1)!), startedAt }
  lookBack(state.swarm, stood, sample, settings)
  return detection
}

/** Whether the loss has grown since a swarm would have been gone. */
const keepsFalling = (deepestGrams: number, drop: number): boolean => drop > 1.35 * deepestGrams + 200
