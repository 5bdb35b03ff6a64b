import { DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'
import { daysApart, daysKnown, largestLoss, largestRise, SELDOM_SECONDS } from './daily-course.ts'
import type { DetectorSettings } from './detector.ts'
import type { DetectorState, SwarmEpisode } from './detector-state.ts'
import { percentOf } from './log-odds.ts'
import { localHour } from './recent-readings.ts'
import { SPARSE_SECONDS } from './swarm-shape.ts'
import { isSwarmingSeason } from './swarming-season.ts'

/** Nine of ten swarms leave between 10:00 and 16:00, nearly all others by day. */
const LEAVING_HOURS = [
  { from: 10, to: 16, share: 0.9 },
  { from: 8, to: 19, share: 0.1 },
]
/** A swarm that leaves shortly before a reading shows partly in it, but mostly in the next one. */
const EARLIEST_HOURS = 0.3
const FEW_LEAVE_SHARE = 0.05
/** From here on hands take as much as bees do: a larger loss says hardly more. */
const TELLING_KG = 1.2
/** Logarithms of the hours (three quarters, and four) between which a longer span makes a loss less telling. */
const SHORT_SPAN = -0.3
const LONG_SPAN = 1.4
/** Bees leave within half an hour: a loss spread over three readings or more is robbing. */
const LASTING_SHARE = 0.1
/** The same if it was still growing at the second reading and grows by this share until the third. */
const GROWING_SHARE = 0.2
const DAYS_TO_KNOW = 2
/** If the hive lost this share in the same hours of another day, the loss is a habit. */
const USUAL_SHARE = 0.5
/**
 * Log odds that are not fitted, since the simulated apiaries have no swarm outside the season, and are new for only two days of a
 * year. They assume that nearly nine of ten swarms leave in four months of the year, and that hives are worked on in eight.
 */
const OUT_OF_SEASON = 2
const UNKNOWN_COURSE = 2

/**
 * How likely a loss between readings more than 20 minutes apart is to be a swarm, in percent: a logistic regression over
 * simulated apiaries (seeds 20001 to 20600, read every 30 to 360 minutes) of what is known once the loss has stopped. 50
 * is set so that there is slightly less than one such false ringing alarm per hive and year. Robbing weighs more than
 * fitted. The surroundings are weighed by `weighEvidence`, with weights fitted together with these.
 */
export function rateSeldom(
  episode: SwarmEpisode,
  settings: DetectorSettings,
  course: DetectorState['course'],
  time: number,
): number {
  const { deepestGrams, intervalSeconds, startedAt, seenAt } = episode
  const shareOfLoss = (grams: number, atMost: number) => Math.min(atMost, Math.max(0, grams / deepestGrams))
  const canWait = intervalSeconds <= SELDOM_SECONDS
  const span = Math.log(intervalSeconds / HOUR_SECONDS)
  let evidence = 6.2 - 2.5 * Math.min(LONG_SPAN, Math.max(SHORT_SPAN, span))
  evidence += rateSize(deepestGrams, intervalSeconds)
  evidence += (1.25 - 0.15 * Math.max(SHORT_SPAN, span)) * Math.log(0.02 + shareOfSwarms(episode, settings))
  evidence -= Math.max(0, 1.3 - 0.6 * span) * shareOfLoss(episode.riseGrams, 2)
  evidence -= 0.9 * shareOfLoss(largestRise(course, startedAt), 2)
  evidence -= 0.33 * shareOfLoss(daysApart(course, startedAt, seenAt), 1.5)
  evidence -= 1.5 * shareOfLoss(deepestGrams - episode.largestStepGrams, 1.5)
  evidence -= 1.1 * shareOfLoss(episode.earlierLossGrams, 1)
  evidence -= 1.5 * episode.readingsBack
  if (canWait) evidence -= 9 * shareOfLoss(episode.secondStepGrams, 1)
  const { isBefore, isAfter } = howLasting(episode)
  if (isBefore || isAfter) evidence -= 6
  if (!isSwarmingSeason(startedAt, settings.latitude)) evidence -= OUT_OF_SEASON
  evidence -= rateUnknown(episode, course, span, time)
  return percentOf(evidence)
}

/**
 * What speaks against a loss about which the days before say too little, in log odds. A new scale may stand under a hive that foragers leave like
 * this every day, all the more likely the longer the span; one that was only silent lately has shown on at least one day that they do not.
 * One that is read often and was silent for hours, which the next reading after them shows, counts like that: it is hardly new.
 */
function rateUnknown(
  { startedAt, seenAt, deepestGrams }: SwarmEpisode,
  course: DetectorState['course'],
  span: number,
  time: number,
): number {
  const known = daysKnown(course, startedAt, seenAt)
  if (known >= DAYS_TO_KNOW) return 0
  const isOld = known > 0 && course.times[0]! <= startedAt - DAYS_TO_KNOW * DAY_SECONDS
  const isOften = time > seenAt && time - seenAt <= SPARSE_SECONDS
  const isUsual = largestLoss(course, startedAt, seenAt) > USUAL_SHARE * deepestGrams
  return UNKNOWN_COURSE * ((isOld || isOften) && !isUsual ? 1 : 1 + Math.max(0, span))
}

type Lasting = { isBefore: boolean; isAfter: boolean }

/** Whether the loss took three readings or more, or goes on from one for which robbing has rung: by what was lost before it, and after it. */
export function howLasting(episode: SwarmEpisode): Lasting {
  const { intervalSeconds, slow, earlierLossGrams, secondStepGrams, deepestGrams } = episode
  const mayTell = slow === 1 && intervalSeconds > SPARSE_SECONDS && intervalSeconds <= SELDOM_SECONDS
  return {
    isBefore: mayTell && earlierLossGrams > LASTING_SHARE * deepestGrams,
    isAfter: mayTell && secondStepGrams > GROWING_SHARE * deepestGrams,
  }
}

/**
 * How telling the size of a loss is, in log odds: less so the longer the span, in which weather and
 * foragers had their part. Only the part that nearby hives did not lose counts: see `weighEvidence`.
 */
export function rateSize(lostGrams: number, intervalSeconds: number): number {
  const kg = lostGrams / 1000
  const perLog = 6.2 - 1.2 * Math.max(SHORT_SPAN, Math.log(intervalSeconds / HOUR_SECONDS))
  return perLog * Math.log(Math.min(kg, TELLING_KG)) + 0.8 * Math.log(Math.max(1, kg / TELLING_KG))
}

/** Whether few swarms leave at this time of day or of the year. */
export const isUnlikelyTime = (episode: SwarmEpisode, settings: DetectorSettings): boolean =>
  shareOfSwarms(episode, settings) < FEW_LEAVE_SHARE || !isSwarmingSeason(episode.startedAt, settings.latitude)

/** The share of all swarms that leave at the time of day of the loss. */
function shareOfSwarms({ startedAt, seenAt }: SwarmEpisode, { utcOffsetHours }: DetectorSettings): number {
  const from = localHour(startedAt, utcOffsetHours)
  const to = from + (seenAt - startedAt) / HOUR_SECONDS
  const goneBy = (hour: number) =>
    LEAVING_HOURS.reduce((sum, span) => sum + span.share * clamp((hour - span.from) / (span.to - span.from)), 0)
  return goneBy(to) - goneBy(from - EARLIEST_HOURS) + goneBy(to - 24)
}

const clamp = (share: number): number => Math.min(1, Math.max(0, share))
