import type { Detection } from '#domain/alerts/detection.ts'
import { HOUR_SECONDS } from '#domain/platform/durations.ts'
import { expectedChange } from './daily-course.ts'
import type { DetectorSettings, Sample } from './detector.ts'
import type { DetectorState, SwarmEpisode } from './detector-state.ts'
import { rateSeldom } from './rate-seldom.ts'
import { localHour } from './recent-readings.ts'
import { BACK_SPARSE_SHARE, canBeSwarm, endSwarm, LEAST_DROP_GRAMS, newEpisode, noteDepth } from './swarm-episode.ts'

/*
 * Readings that lie hours apart show a swarm as one step among others. What tells it from foraging, flow and rain is the course of the days before, and
 * what tells it from hands is little: the time of the day, and what happened to the hives beside it.
 */

/** Beyond, so much may have happened that a loss says nothing of a swarm; six-hourly readings may lack one. */
const AT_MOST_SECONDS = 13 * HOUR_SECONDS
const BASE_READINGS = 3
const BASE_SECONDS = 24 * HOUR_SECONDS
/** Of a loss, at least so much happened since the reading before; else it is an older one. */
const OWN_SHARE = 0.5
/** From here on a loss is told at its first reading, and below the other not at all. */
const AT_ONCE_PERCENT = 40
const LEAST_PERCENT = 8

/** Less than what the course of the days before lets expect. */
export function beginSeldom(state: DetectorState, sample: Sample, settings: DetectorSettings): SwarmEpisode | null {
  const { time, weightGrams } = sample
  const startedAt = state.recent.times.at(-1)!
  const intervalSeconds = time - startedAt
  if (intervalSeconds > AT_MOST_SECONDS || !touchesAlarmHours(startedAt, time, settings)) return null
  const baseGrams = expectedGrams(state, time)
  const drop = baseGrams - weightGrams
  if (drop < LEAST_DROP_GRAMS || !canBeSwarm(drop, baseGrams)) return null
  const lastGrams = state.recent.weights.at(-1)! + expectedChange(state.course, startedAt, time)
  if (lastGrams - weightGrams < OWN_SHARE * drop) return null
  const episode = { ...newEpisode(time, baseGrams, drop, intervalSeconds), startedAt, largestStepGrams: drop }
  if (rateSeldom(episode, settings, state.course) >= AT_ONCE_PERCENT) episode.detectedAt = time
  return episode
}

/** The second reading decides: one alone may be a fault of the scale. What is most probably something else is not told at all. */
export function followSeldom(
  state: DetectorState,
  episode: SwarmEpisode,
  sample: Sample,
  settings: DetectorSettings,
): Detection | null {
  const isTold = episode.detectedAt !== 0
  const drop = dropSince(episode, state, sample)
  const isBack = drop < Math.max(BACK_SPARSE_SHARE * episode.deepestGrams, 0.5 * LEAST_DROP_GRAMS)
  const isLate = sample.time - episode.seenAt > AT_MOST_SECONDS
  if (isBack || isLate || !canBeSwarm(drop, episode.baseGrams)) {
    if (isTold) return endSwarm(state, episode, 'withdrawn', sample, settings)
    state.swarm = null
    return null
  }
  episode.readingsDown++
  noteDepth(episode, drop, sample.time)
  if (!isTold) {
    episode.detectedAt = sample.time
    if (rateSeldom(episode, settings, state.course) < LEAST_PERCENT) {
      state.swarm = null
      return null
    }
  }
  return endSwarm(state, episode, 'confirmed', sample, settings)
}

/** What the hive would weigh at `time`, had it gone on as on the days before: the median of what its last readings say. */
function expectedGrams({ recent: { times, weights }, course }: DetectorState, time: number): number {
  const told: number[] = []
  for (let at = times.length - 1; at >= 0 && told.length < BASE_READINGS && times[at]! > time - BASE_SECONDS; at--) {
    told.push(weights[at]! + expectedChange(course, times[at]!, time))
  }
  told.sort((a, b) => a - b)
  const middle = told.length >> 1
  return told.length % 2 === 1 ? told[middle]! : Math.round((told[middle - 1]! + told[middle]!) / 2)
}

/** By how much the hive is below what it would weigh without the loss, had it gone on as on other days since. */
const dropSince = (episode: SwarmEpisode, { course }: DetectorState, { time, weightGrams }: Sample): number =>
  episode.baseGrams + expectedChange(course, episode.seenAt, time) - weightGrams

/** Whether any moment from `from` up to `to` lies in the place's alarm hours. */
function touchesAlarmHours(from: number, to: number, settings: DetectorSettings): boolean {
  const { alarmFromHour, alarmToHour, utcOffsetHours } = settings
  const open = (alarmToHour - alarmFromHour + 24) % 24
  const sinceOpened = (localHour(from, utcOffsetHours) - alarmFromHour + 24) % 24
  return sinceOpened < open || (open > 0 && 24 - sinceOpened < (to - from) / HOUR_SECONDS)
}
