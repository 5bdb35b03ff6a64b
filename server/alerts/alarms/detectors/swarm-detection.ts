import type { Detection } from '#domain/alerts/detection.ts'
import { FIRST_READING_PERCENT } from '#domain/alerts/one-reading.ts'
import type { DetectorSettings, Reason, Sample } from './detector.ts'
import type { DetectorState, SwarmEpisode } from './detector-state.ts'
import { gainedBefore, type RecentGain } from './gained-before.ts'
import { howLasting, isUnlikelyTime, rateSeldom } from './rate-seldom.ts'
import { localHour } from './recent-readings.ts'
import { DEPARTURE_SECONDS, FINE_SECONDS, SPARSE_SECONDS } from './swarm-shape.ts'
import { isSwarmingSeason } from './swarming-season.ts'
import { waveringGrams } from './wavering.ts'

export type SwarmStatus = 'provisional' | 'confirmed' | 'withdrawn'

/** The limit for a single reading, so that it never rings. */
const ONE_READING_PERCENT = 45
const ONE_STEP_SHARE = 0.75
const TWO_STEPS_SHARE = 0.9
const EARLIER_LOSS_SHARE = 0.3
/** Nearly all swarms leave between these hours. */
const USUAL_FROM_HOUR = 9.5
const USUAL_TO_HOUR = 17
/** Out of season, a loss that took longer than bees take to leave is most probably robbing. */
const ROBBED_PERCENT = 30
/** Hands rarely keep a hive open for this many readings. */
const PATIENT_READINGS = 3
/** What was lost had come only hours before: neither first nor confirmed does it ring. */
const GAINED_PERCENT = 45
/** Nor does what a broken scale may show by chance. */
const WAVERING_PERCENT = 45

/** What a swarm is rated by besides its own shape. */
type Surroundings = RecentGain & Pick<DetectorState, 'course' | 'recent'>

/**
 * How likely a swarm left, judging only by the shape of the loss, in percent. Bees leave over several readings and stay away; hands take kilograms in
 * one or two steps, and bring some back. The weights were tuned with `npm run score`; see docs/decisions/alarms-ring-by-confidence.md.
 */
export function rateSwarm(
  episode: SwarmEpisode,
  status: SwarmStatus,
  sample: Sample,
  settings: DetectorSettings,
  state: Surroundings,
): number {
  if (status === 'withdrawn') return 10
  if (episode.intervalSeconds > SPARSE_SECONDS) {
    const percent = rateSeldom(episode, settings, state.course, sample.time)
    return episode.readingsDown < 2 ? Math.min(percent, ONE_READING_PERCENT) : percent
  }
  if (episode.detectedAt === 0) return FIRST_READING_PERCENT
  const { deepestGrams } = episode
  const provisional = status === 'provisional'
  const hour = localHour(episode.startedAt, settings.utcOffsetHours)
  const leftAsBees = !provisional && leftInPieces(episode)
  let percent = provisional ? 75 : leftAsBees ? 90 : 85
  if (deepestGrams < 850) percent -= 15
  if (deepestGrams > 3800 && (!leftAsBees || episode.intervalSeconds <= FINE_SECONDS)) percent -= 10
  if (deepestGrams > 0.4 * episode.baseGrams) percent -= 15
  percent -= rateSteps(episode, provisional)
  percent -= rateTime(episode, provisional, settings)
  if (provisional && episode.slow === 1) percent -= 30
  if (gainedBefore(state, episode, sample, settings) > 0) percent -= GAINED_PERCENT
  else if (episode.riseGrams > 0) percent -= !provisional && episode.riseGrams < 1000 ? 30 : 40
  if (episode.handled === 1) percent -= 30
  if (waveringGrams(episode, state.recent) > 0) percent -= WAVERING_PERCENT
  if (episode.earlierLossGrams > EARLIER_LOSS_SHARE * deepestGrams) percent -= 30
  if (hour < 9 || hour >= 18) percent -= 10
  return Math.max(5, percent)
}

/** Whether the loss came in pieces and none of it came back, which hardly anything but bees does: that outweighs boxes lifted nearby. */
const leftInPieces = ({ largestStepGrams, deepestGrams, riseGrams }: SwarmEpisode): boolean =>
  riseGrams === 0 && largestStepGrams < ONE_STEP_SHARE * deepestGrams

function rateSteps(episode: SwarmEpisode, provisional: boolean): number {
  const share = episode.largestStepGrams / episode.deepestGrams
  if (episode.intervalSeconds > FINE_SECONDS) {
    if (share < TWO_STEPS_SHARE) return 0
    return provisional && episode.readingsDown < PATIENT_READINGS ? 30 : 15
  }
  if (share >= ONE_STEP_SHARE) return 40
  if (!provisional) return 0
  if (share + episode.secondStepGrams / episode.deepestGrams >= TWO_STEPS_SHARE) return 40
  return share >= 0.45 && episode.readingsDown < 3 ? 30 : 0
}

/** If a swarm shows in only two or three readings, another one must show it too at times when swarms are unlikely. */
function rateTime(
  { startedAt, deepestAt, intervalSeconds, readingsDown }: SwarmEpisode,
  provisional: boolean,
  { latitude, utcOffsetHours }: DetectorSettings,
): number {
  if (intervalSeconds <= FINE_SECONDS) return 0
  const hour = localHour(startedAt, utcOffsetHours)
  const isSeason = isSwarmingSeason(startedAt, latitude)
  const isUsual = isSeason && hour >= USUAL_FROM_HOUR && hour < USUAL_TO_HOUR
  if (!isSeason && deepestAt - startedAt > DEPARTURE_SECONDS) return ROBBED_PERCENT
  return (isSeason ? 0 : 10) + (provisional && !isUsual && readingsDown < PATIENT_READINGS ? 30 : 0)
}

/** Rates the episode again and describes it as of this reading. */
export function describeSwarm(
  episode: SwarmEpisode,
  status: SwarmStatus,
  sample: Sample,
  settings: DetectorSettings,
  state: Surroundings,
): Detection {
  episode.confidencePercent = rateSwarm(episode, status, sample, settings, state)
  return {
    type: 'swarm',
    status,
    startedAt: episode.startedAt,
    detectedAt: toldSince(episode),
    endedAt: status === 'provisional' ? null : sample.time,
    weightChangeGrams: -episode.deepestGrams,
    confidencePercent: episode.confidencePercent,
    why: explain(episode, status, sample, settings, state),
  }
}

/** The reading that first showed it, or the second one once that has confirmed it. */
const toldSince = ({ detectedAt, seenAt }: SwarmEpisode): number => detectedAt || seenAt

function explain(
  episode: SwarmEpisode,
  status: SwarmStatus,
  sample: Sample,
  settings: DetectorSettings,
  state: Surroundings,
): Reason[] {
  const { deepestGrams, intervalSeconds, detectedAt, readingsBack } = episode
  const minutes = Math.round((sample.time - toldSince(episode)) / 60)
  const why: Reason[] = [
    {
      code: 'dropped',
      values: { kg: kilograms(deepestGrams), minutes: Math.round((episode.deepestAt - episode.startedAt) / 60) },
    },
  ]
  if (detectedAt === 0) why.push({ code: 'oneReading' })
  if (status === 'confirmed') why.push({ code: 'stillDown', values: { minutes } })
  const { isBefore, isAfter } = howLasting(episode)
  if (episode.keepsFalling === 1 || isAfter) why.push({ code: 'keepsFalling' })
  else if (status === 'withdrawn' && readingsBack > 0) why.push({ code: 'cameBack', values: { minutes } })
  if (episode.riseGrams > 0) why.push({ code: 'roseToo', values: { kg: kilograms(episode.riseGrams) } })
  if (episode.handled === 1) why.push({ code: 'handled' })
  const gainedGrams = gainedBefore(state, episode, sample, settings)
  const wavering = waveringGrams(episode, state.recent)
  if (wavering > 0) why.push({ code: 'wavering', values: { kg: kilograms(wavering) } })
  if (gainedGrams > 0) why.push({ code: 'gainedBefore', values: { kg: kilograms(gainedGrams) } })
  if (intervalSeconds > SPARSE_SECONDS) {
    why.push({ code: 'sparse', values: { minutes: Math.round(intervalSeconds / 60) } })
  } else if (intervalSeconds <= FINE_SECONDS && episode.largestStepGrams >= ONE_STEP_SHARE * deepestGrams) {
    why.push({ code: 'oneStep', values: { kg: kilograms(episode.largestStepGrams) } })
  }
  const isUnusual =
    intervalSeconds > SPARSE_SECONDS
      ? isUnlikelyTime(episode, settings)
      : rateTime(episode, status === 'provisional', settings) > 0
  if (isUnusual) why.push({ code: 'unusualTime' })
  if (episode.earlierLossGrams > EARLIER_LOSS_SHARE * deepestGrams || isBefore) {
    why.push({ code: 'losingBefore', values: { kg: kilograms(episode.earlierLossGrams) } })
  }
  return why
}

function kilograms(grams: number): number {
  return Math.round(grams / 100) / 10
}
