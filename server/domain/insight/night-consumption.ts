import { type HourWeights, weightAt } from '../hives/hour-weights.ts'
import { HOUR_SECONDS } from '../platform/durations.ts'

/** A night lasts from 22:00 to 05:00. */
export const NIGHT_HOURS = 7
const FROM_MIDNIGHT = -2 * HOUR_SECONDS
/** Clocks change between 01:00 and 04:00, so counting back from the next midnight gives 05:00 on such a day, too. */
const FROM_NEXT_MIDNIGHT = -19 * HOUR_SECONDS
const SILENCE_SECONDS = 2 * HOUR_SECONDS

/**
 * Returns how many grams a hive lost in one night by evaporation and what the bees ate, from net weights at 22:00 and 05:00, converted to
 * seven hours if the clocks changed. `midnight` and `nextMidnight` in epoch seconds. Negative if it gained, for example by rain; null in a
 * gap.
 */
export function nightConsumption(hours: HourWeights, midnight: number, nextMidnight: number): number | null {
  const begin = midnight + FROM_MIDNIGHT
  const end = dawnOf(nextMidnight)
  const before = weightAt(hours, begin, SILENCE_SECONDS)
  const after = weightAt(hours, end, SILENCE_SECONDS)
  if (before === null || after === null) return null
  return Math.round(((before - after) * NIGHT_HOURS * HOUR_SECONDS) / (end - begin))
}

/** 05:00 on the day that ends with `nextMidnight`, in epoch seconds. */
export const dawnOf = (nextMidnight: number): number => nextMidnight + FROM_NEXT_MIDNIGHT
