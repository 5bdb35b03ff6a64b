import type { Detection } from '#domain/alerts/detection.ts'
import type { DetectorSettings, Reason, Sample } from './detector.ts'
import type { DetectorState, DisturbanceEpisode, RecentReadings } from './detector-state.ts'
import { FORGET_SECONDS, isBetweenHours, localHour, medianBetween } from './recent-readings.ts'

const BASE_SECONDS = 45 * 60
const LOWEST_BASE_GRAMS = 4000
const REMOVED_SHARE = 0.35
const RETURNED_SHARE = 0.5
const STEP_GRAMS = 10_000
const STEP_RETURNED_GRAMS = 5000
const HANDS_STEP_GRAMS = 400
const HANDS_BEFORE_SECONDS = 30 * 60
const LASTING_SECONDS = 3600
const NIGHT_FROM_HOUR = 22
const NIGHT_TO_HOUR = 5
/** A hive that came back this often lately is not being stolen: its scale is broken, or somebody works on it. */
const UNSTEADY_RISES = 2
const REMOVED_AT_MOST_SECONDS = 7 * 86400
const STEP_AT_MOST_SECONDS = 86400
const REMOVED_PERCENT = 80
/** Could be supers removed by day, so it rings only at night. */
const STEP_PERCENT = 45

/** Looks at one reading before it is remembered. Returns the detection if there is something new to tell, else null. Works on `state` in place. */
export function watchDisturbance(state: DetectorState, sample: Sample, settings: DetectorSettings): Detection | null {
  const episode = state.disturbance
  if (episode === null) return begin(state, sample, settings)
  const back = hasReturned(episode, sample.weightGrams)
  if (episode.detectedAt === 0) {
    if (back) {
      state.disturbance = null
      return null
    }
    episode.detectedAt = sample.time
    notice(episode, sample)
    return describeDisturbance(episode, null, [])
  }
  if (back) {
    state.disturbance = null
    return describeDisturbance(episode, sample.time, [{ code: 'returned' }])
  }
  if (episode.removed === 1) notice(episode, sample)
  else if (isTakenToo(state, episode, sample, settings)) {
    restart(state, episode, sample, settings)
    return describeDisturbance(episode, null, [])
  }
  const longest = episode.removed === 1 ? REMOVED_AT_MOST_SECONDS : STEP_AT_MOST_SECONDS
  if (sample.time - episode.startedAt < longest) {
    if (episode.removed === 0 || episode.lasting === 1 || sample.time - episode.detectedAt < LASTING_SECONDS)
      return null
    episode.lasting = 1
    return describeDisturbance(episode, null, [])
  }
  state.disturbance = null
  return describeDisturbance(episode, sample.time, [{ code: 'staysAway' }])
}

/** Whether the change up to a reading belongs to the disturbance: every one while the hive is away, but only the step itself if it stands there lighter. */
export const isOfDisturbance = (episode: DisturbanceEpisode | null, { time }: Sample): boolean =>
  episode !== null && (episode.removed === 1 || episode.detectedAt === time)

function begin(state: DetectorState, sample: Sample, settings: DetectorSettings): Detection | null {
  const { times, weights } = state.recent
  const { time, weightGrams } = sample
  const last = times.length - 1
  if (last < 0) return null
  const previous = weights[last]!
  if (previous - weightGrams < LOWEST_BASE_GRAMS * (1 - REMOVED_SHARE)) return null
  const baseGrams = medianBetween(state.recent, time - BASE_SECONDS, time) ?? previous
  if (baseGrams < LOWEST_BASE_GRAMS) return null
  const removed = weightGrams < REMOVED_SHARE * baseGrams
  const isStep = time - times[last]! <= FORGET_SECONDS
  const stepped = isStep && previous - weightGrams > STEP_GRAMS && baseGrams - weightGrams > STEP_GRAMS
  if (!removed && !stepped) return null
  const night = isSureAtNight(state, time, settings)
  const episode: DisturbanceEpisode = {
    startedAt: times[last]!,
    detectedAt: night ? time : 0,
    baseGrams,
    lowestGrams: weightGrams,
    removed: removed ? 1 : 0,
    night: night ? 1 : 0,
    handled: isHandled(state.recent, last, time) ? 1 : 0,
    lasting: 0,
  }
  state.disturbance = episode
  return night ? describeDisturbance(episode, null, []) : null
}

/** Whether kilograms came back again and again in the last hour and a half: then one reading is not enough, not even at night. */
const isUnsteady = ({ weights }: RecentReadings): boolean =>
  weights.filter((weight, at) => at > 0 && weight - weights[at - 1]! > STEP_RETURNED_GRAMS).length >= UNSTEADY_RISES

/** Whether one reading is enough: at night, unless the scale is unsteady. */
const isSureAtNight = ({ recent }: DetectorState, time: number, { utcOffsetHours }: DetectorSettings): boolean =>
  isBetweenHours(localHour(time, utcOffsetHours), NIGHT_FROM_HOUR, NIGHT_TO_HOUR) && !isUnsteady(recent)

/** Whether the weight stepped up or down in the half hour before a time, in the readings up to the one at `last`. */
function isHandled({ times, weights }: RecentReadings, last: number, time: number): boolean {
  for (let at = last; at > 0 && times[at]! >= time - HANDS_BEFORE_SECONDS; at--) {
    if (Math.abs(weights[at]! - weights[at - 1]!) >= HANDS_STEP_GRAMS) return true
  }
  return false
}

const isGone = ({ baseGrams }: DisturbanceEpisode, grams: number): boolean => grams < REMOVED_SHARE * baseGrams

/**
 * Whether a hive that is lighter by a step has been taken away since, which two readings show by day and one by night, or has become
 * lighter by another step at night.
 */
function isTakenToo(
  state: DetectorState,
  episode: DisturbanceEpisode,
  { time, weightGrams }: Sample,
  settings: DetectorSettings,
): boolean {
  const previous = state.recent.weights.at(-1)!
  if (isSureAtNight(state, time, settings)) return isGone(episode, weightGrams) || previous - weightGrams > STEP_GRAMS
  return isGone(episode, weightGrams) && isGone(episode, previous)
}

/** What the step left is the base line from now on: the hive is back when that is. */
function restart(
  state: DetectorState,
  episode: DisturbanceEpisode,
  { time, weightGrams }: Sample,
  settings: DetectorSettings,
): void {
  const { recent } = state
  const last = recent.weights.findLastIndex((grams) => !isGone(episode, grams))
  Object.assign(episode, {
    detectedAt: time,
    baseGrams: recent.weights[last] ?? episode.baseGrams,
    lowestGrams: weightGrams,
    removed: isGone(episode, weightGrams) ? 1 : 0,
    night: isSureAtNight(state, time, settings) ? 1 : 0,
    handled: isHandled(recent, last, recent.times[last + 1] ?? time) ? 1 : 0,
  })
}

function notice(episode: DisturbanceEpisode, sample: Sample): void {
  episode.lowestGrams = Math.min(episode.lowestGrams, sample.weightGrams)
}

function hasReturned(episode: DisturbanceEpisode, weightGrams: number): boolean {
  if (episode.removed === 1) return weightGrams >= RETURNED_SHARE * episode.baseGrams
  return weightGrams > episode.baseGrams - STEP_RETURNED_GRAMS
}

function rate(episode: DisturbanceEpisode): number {
  let percent = episode.removed === 1 ? REMOVED_PERCENT : STEP_PERCENT
  if (episode.night === 1 || episode.lasting === 1) percent += 15
  else if (episode.handled === 1) percent -= 35
  return percent
}

/** Describes the episode; `ending` says why it is over. */
export function describeDisturbance(episode: DisturbanceEpisode, endedAt: number | null, ending: Reason[]): Detection {
  const why: Reason[] = [
    episode.removed === 1
      ? { code: 'removed', values: { kg: Math.max(0, Math.round(episode.lowestGrams / 100) / 10) } }
      : { code: 'bigStep', values: { kg: Math.round((episode.baseGrams - episode.lowestGrams) / 100) / 10 } },
  ]
  if (episode.night === 1) why.push({ code: 'night' })
  else if (episode.lasting === 1) why.push({ code: 'stillAway' })
  else if (episode.handled === 1) why.push({ code: 'handled' })
  return {
    type: 'disturbance',
    status: endedAt === null ? 'open' : 'closed',
    startedAt: episode.startedAt,
    detectedAt: episode.detectedAt,
    endedAt,
    weightChangeGrams: episode.lowestGrams - episode.baseGrams,
    confidencePercent: rate(episode),
    why: [...why, ...ending],
  }
}
