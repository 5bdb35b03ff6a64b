import type { Scale } from '../hives/scale.ts'
import { median } from '../platform/median.ts'

/**
 * How long the feed lasts. `lasting`: over a year at the present rate, for example if the hive gains. `using`: whole days until it is used
 * up, with a range that is right four times out of five; `longest` null means over a year. `unknown`: too few midnights.
 */
export type FeedRunway =
  | { state: 'unknown' | 'lasting' }
  | { state: 'using'; perDayKg: number; days: number; shortest: number; longest: number | null }

const LEAST_MIDNIGHTS = 5
/** A change per day that is never consumption, however quiet the hive is otherwise: a harvest, feed, a stone on the lid. */
const JUMP_KG = 0.5
/** The standard deviation of normal values is 1.4826 times their median deviation; four of them are not chance. */
const JUMP_DEVIATIONS = 4 * 1.4826
/** Two-sided quantile of the normal distribution for 80 %. */
const FOUR_OF_FIVE = 1.2816
const YEAR_DAYS = 365
/** Feed that may be used up by then should be brought on one of the next visits. */
const SOON_DAYS = 14

/**
 * Returns the feed left in kg: the weight minus the empty hive, but no more than the feed that was given, if that is noted. Returns null
 * without a weight, or if the empty weight was never set.
 */
export function feedLeft(
  weight: number | null,
  { emptyWeight, feedStock }: Pick<Scale, 'emptyWeight' | 'feedStock'>,
): number | null {
  if (weight === null || emptyWeight <= 0) return null
  const over = Math.max(0, weight - emptyWeight)
  return feedStock > 0 ? Math.min(over, feedStock) : over
}

/**
 * Estimates how long `feedKg` lasts from the weights in kg at successive local midnights, oldest first, null in a gap. Jumps are removed;
 * the rate is the median slope of all pairs of midnights (Theil 1950), its range the interval of Sen 1968.
 */
export function feedRunway(feedKg: number, midnightsKg: readonly (number | null)[]): FeedRunway {
  const points = midnightsKg.flatMap((weight, day) => (weight === null ? [] : [{ day, weight }]))
  if (points.length < LEAST_MIDNIGHTS) return { state: 'unknown' }
  const slopes = slopesOf(withoutJumps(points))
  const { length: n } = points
  const spread = FOUR_OF_FIVE * Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18)
  const steepest = slopes[Math.max(0, Math.round((slopes.length - spread) / 2) - 1)]!
  const flattest = slopes[Math.min(slopes.length - 1, Math.round((slopes.length + spread) / 2))]!
  const perDayKg = -median(slopes)!
  const days = daysOf(feedKg, perDayKg)
  if (days === null) return { state: 'lasting' }
  return {
    state: 'using',
    perDayKg,
    days,
    shortest: daysOf(feedKg, -steepest) ?? days,
    longest: daysOf(feedKg, -flattest),
  }
}

type Point = { day: number; weight: number }

function withoutJumps(points: readonly Point[]): Point[] {
  const steps = points.slice(1).map(({ day, weight }, i) => {
    const days = day - points[i]!.day
    return { days, perDay: (weight - points[i]!.weight) / days }
  })
  const usual = median(steps.map(({ perDay }) => perDay))!
  const deviation = median(steps.map(({ perDay }) => Math.abs(perDay - usual)))!
  const most = Math.max(JUMP_KG, JUMP_DEVIATIONS * deviation)
  let weight = 0
  const net = steps.map(({ days, perDay }, i) => {
    weight += days * (Math.abs(perDay - usual) > most ? usual : perDay)
    return { day: points[i + 1]!.day, weight }
  })
  return [{ day: points[0]!.day, weight: 0 }, ...net]
}

const slopesOf = (points: readonly Point[]): number[] =>
  points
    .flatMap((a, i) => points.slice(i + 1).map((b) => (b.weight - a.weight) / (b.day - a.day)))
    .sort((a, b) => a - b)

/** Null if it lasts over a year. */
function daysOf(feedKg: number, perDayKg: number): number | null {
  if (perDayKg <= 0 || feedKg > perDayKg * YEAR_DAYS) return null
  return Math.floor(feedKg / perDayKg)
}

/** Whether feed should be brought soon, because it may be used up within two weeks. */
export const isFeedDue = (runway: FeedRunway): runway is Extract<FeedRunway, { state: 'using' }> =>
  runway.state === 'using' && runway.shortest <= SOON_DAYS
