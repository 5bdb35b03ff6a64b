import { type HourWeights, weightAt, weightsBetween } from '../hives/hour-weights.ts'
import { HOUR_SECONDS } from '../platform/durations.ts'
import { dawnOf } from './night-consumption.ts'

/** Foragers are out between 06:00 and 14:00. */
const MORNING_HOURS = 8
const LEAST_HOURS = 5
const NIGHT_SILENCE_SECONDS = 2 * HOUR_SECONDS
/** A smaller dip is drift of the scale rather than bees. */
export const LEAST_DIP_GRAMS = 100

/**
 * Returns the mass in grams of the foragers that are out on a morning (after Meikle et al. 2008): how far the net weight falls below its
 * level at 05:00, minus evaporation at the night's rate. The second largest dip of the hours from 06:00 to 14:00 counts, so that a single
 * wrong reading is not taken for bees. `midnight` and `nextMidnight` in epoch seconds; null in a gap, 0 if there is no dip.
 */
export function foragerMass(hours: HourWeights, midnight: number, nextMidnight: number): number | null {
  const dawn = dawnOf(nextMidnight)
  const atMidnight = weightAt(hours, midnight, NIGHT_SILENCE_SECONDS)
  const atDawn = weightAt(hours, dawn, NIGHT_SILENCE_SECONDS)
  if (atMidnight === null || atDawn === null) return null
  const perSecond = Math.max(0, atMidnight - atDawn) / (dawn - midnight)
  const morning = weightsBetween(hours, dawn + HOUR_SECONDS, dawn + (MORNING_HOURS + 1) * HOUR_SECONDS)
  const dips = morning.map(({ time, grams }) => atDawn - perSecond * (time - dawn) - grams)
  if (dips.length < LEAST_HOURS) return null
  const second = dips.sort((a, b) => b - a)[1]!
  return Math.max(0, Math.round(second))
}
