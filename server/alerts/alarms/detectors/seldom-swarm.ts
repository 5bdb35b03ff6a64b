import type { Detection } from '#domain/alerts/detection.ts'
import { HOUR_SECONDS } from '#domain/platform/durations.ts'
import { expectedChange, SELDOM_SECONDS } from './daily-course.ts'
import type { DetectorSettings, Sample } from './detector.ts'
import type { DetectorState, SwarmEpisode } from './detector-state.ts'
import { rateSeldom } from './rate-seldom.ts'
import { localHour } from './recent-readings.ts'
import { describeSwarm } from './swarm-detection.ts'
import { canBeSwarm, endSwarm, LARGEST_DROP_GRAMS, newEpisode } from './swarm-episode.ts'
import { isLoud } from './swarm-signs.ts'

/*
 * Readings more than 20 minutes apart show a swarm as one step among others. The course of the days before tells it from foraging,
 * flow and rain. Little tells it from hands: the time of day and of the year, and what happened to the nearby hives.
 */

/** After longer, so much may have happened that a loss says nothing about a swarm; of six-hourly readings one may be missing. */
const AT_MOST_SECONDS = 13 * HOUR_SECONDS
/** An ongoing flow hides part of a small swarm. */
const LEAST_DROP_GRAMS = 500
const BASE_READINGS = 3
const BASE_SECONDS = 24 * HOUR_SECONDS
/** At least this share of a loss must have occurred since the previous reading; otherwise it is an older loss. */
const OWN_SHARE = 0.4
/** If this share of a loss is back, it was none. */
const BACK_SHARE = 0.5
/** A loss that has grown by this share since its first reading is not over: robbing continues, while a swarm is gone by the next reading. */
const GROWN_SHARE = 0.15
const STILL_GROWING_SHARE = 0.3
/** A rise that a flow hardly brings between two readings. */
const HANDS_RISE_GRAMS = 300
/** From the first percentage on a loss is told at its first reading; below the second it is not told at all. */
const AT_ONCE_PERCENT = 50
const LEAST_PERCENT = 10

/** Begins an episode if the weight is less than the course of the days before suggests; returns null otherwise. */
export function beginSeldom(state: DetectorState, sample: Sample, settings: DetectorSettings): SwarmEpisode | null {
  const { time, weightGrams } = sample
  const startedAt = state.recent.times.at(-1)!
  const beforeGrams = state.recent.weights.at(-1)!
  const intervalSeconds = time - startedAt
  if (beforeGrams <= weightGrams) return null
  if (intervalSeconds > AT_MOST_SECONDS || !touchesAlarmHours(startedAt, time, settings)) return null
  const baseGrams = expectedGrams(state, time)
  const drop = baseGrams - weightGrams
  if (drop < LEAST_DROP_GRAMS || !canBeSwarm(drop, baseGrams)) return null
  const lastGrams = beforeGrams + expectedChange(state.course, startedAt, time)
  if (lastGrams - weightGrams < OWN_SHARE * drop) return null
  const slow = slowAtFirst(state)
  const episode = { ...newEpisode(time, baseGrams, drop, intervalSeconds), startedAt, slow }
  episode.largestStepGrams = beforeGrams - weightGrams
  episode.riseGrams = riseBefore(state)
  episode.earlierLossGrams = Math.max(0, baseGrams - lastGrams)
  if (rateSeldom(episode, settings, state.course, time) >= AT_ONCE_PERCENT) episode.detectedAt = time
  return episode
}

/**
 * Follows an episode. The second reading decides, since a single one may be a fault of the scale; the third decides if the loss is
 * still growing, or if only the second shows the weight back. What is most probably something else is not told at all.
 */
export function followSeldom(
  state: DetectorState,
  episode: SwarmEpisode,
  sample: Sample,
  settings: DetectorSettings,
): Detection | null {
  const isTold = episode.detectedAt !== 0
  const drop = dropSince(episode, state, sample)
  const isBack = drop < Math.max(BACK_SHARE * episode.deepestGrams, 0.5 * LEAST_DROP_GRAMS)
  const isLate = sample.time - episode.seenAt > AT_MOST_SECONDS
  const grownGrams = drop - episode.deepestGrams
  const giveUp = () => {
    if (!isTold) {
      state.swarm = null
      return null
    }
    episode.readingsBack = isBack ? 1 : 0
    if (!isLate && grownGrams > LARGEST_DROP_GRAMS) episode.handled = 1
    else if (!isLate && !isBack && episode.slow === 1) episode.keepsFalling = 1
    return endSwarm(state, episode, 'withdrawn', sample, settings)
  }
  if (grownGrams > GROWN_SHARE * drop && grownGrams <= LARGEST_DROP_GRAMS) episode.slow = 1
  if (isBack && !isLate && episode.readingsDown === 1 && episode.readingsBack === 0) {
    episode.readingsBack = 1
    return null
  }
  if (isBack || isLate || !canBeSwarm(drop, episode.baseGrams)) return giveUp()
  if (grownGrams > episode.deepestGrams && isTold) {
    restart(episode, drop, state, sample)
    return null
  }
  if (grownGrams > episode.deepestGrams) {
    state.swarm = beginSeldom(state, sample, settings)
    return state.swarm?.detectedAt ? describeSwarm(state.swarm, 'provisional', sample, settings, state) : null
  }
  episode.readingsDown++
  const isSecond = episode.readingsDown === 2
  const canWait = episode.intervalSeconds <= SELDOM_SECONDS
  if (isSecond && episode.slow === 1 && canWait) {
    episode.deepestGrams = drop
    episode.deepestAt = sample.time
    return null
  }
  if (!isSecond || !canWait) episode.secondStepGrams = Math.max(0, grownGrams)
  episode.deepestGrams = isSecond ? Math.min(drop, episode.deepestGrams) : drop
  if (canWait && episode.secondStepGrams > STILL_GROWING_SHARE * drop) {
    episode.keepsFalling = 1
    return giveUp()
  }
  if (!isTold) {
    episode.detectedAt = sample.time
    if (rateSeldom(episode, settings, state.course, sample.time) < LEAST_PERCENT) {
      state.swarm = null
      return null
    }
  }
  return endSwarm(state, episode, 'confirmed', sample, settings)
}

/** Restarts the episode under the same name with this reading's loss, since what was told was the smaller part. */
function restart(episode: SwarmEpisode, drop: number, state: DetectorState, { time, weightGrams }: Sample): void {
  const earlierLossGrams = episode.earlierLossGrams + episode.deepestGrams
  const largestStepGrams = state.recent.weights.at(-1)! - weightGrams
  const slow = slowAtFirst(state)
  Object.assign(episode, { deepestGrams: drop, deepestAt: time, largestStepGrams, earlierLossGrams, slow })
}

/** While a robbing alarm that rang is open, a loss counts as one that goes on: robbers come for hours. */
const slowAtFirst = ({ loss }: DetectorState): number => (isLoud(loss.confidencePercent) ? 1 : 0)

/** How far the last step before the loss rose beyond what was expected; 0 if it may be flow. */
function riseBefore({ recent: { times, weights }, course }: DetectorState): number {
  const last = times.length - 1
  if (last < 1) return 0
  const rise = weights[last]! - weights[last - 1]! - expectedChange(course, times[last - 1]!, times[last]!)
  return rise < HANDS_RISE_GRAMS ? 0 : rise
}

/** What the hive would weigh at `time` if it had gone on as on the days before: the median of the estimates from its last readings. */
function expectedGrams({ recent: { times, weights }, course }: DetectorState, time: number): number {
  const told: number[] = []
  for (let at = times.length - 1; at >= 0 && told.length < BASE_READINGS && times[at]! > time - BASE_SECONDS; at--) {
    told.push(weights[at]! + expectedChange(course, times[at]!, time))
  }
  told.sort((a, b) => a - b)
  const middle = told.length >> 1
  return told.length % 2 === 1 ? told[middle]! : Math.round((told[middle - 1]! + told[middle]!) / 2)
}

/** How far the hive is below what it would weigh without the loss, had it gone on as on other days since. */
const dropSince = (episode: SwarmEpisode, { course }: DetectorState, { time, weightGrams }: Sample): number =>
  episode.baseGrams + expectedChange(course, episode.seenAt, time) - weightGrams

/** Whether any moment from `from` to `to` lies in the place's alarm hours. */
function touchesAlarmHours(from: number, to: number, settings: DetectorSettings): boolean {
  const { alarmFromHour, alarmToHour, utcOffsetHours } = settings
  // from 0 to 24 is the whole day, equal hours are none of it
  const open = alarmToHour - alarmFromHour + (alarmToHour < alarmFromHour ? 24 : 0)
  const sinceOpened = (localHour(from, utcOffsetHours) - alarmFromHour + 24) % 24
  return sinceOpened < open || (open > 0 && 24 - sinceOpened < (to - from) / HOUR_SECONDS)
}
