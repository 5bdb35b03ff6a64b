import { type DayWeight, knownEnds } from '../hives/day-weight.ts'

export type SeasonGain = { grams: number; days: number }

/**
 * What a hive gained between the first and the last midnight known, from net weights: what hands brought or took does not count, a gap
 * between does. Null with fewer than two midnights.
 */
export function seasonGain(midnights: readonly DayWeight[]): SeasonGain | null {
  const ends = knownEnds(midnights)
  return ends && { grams: ends.last - ends.first, days: ends.days }
}

/** The place of each gain among all, 1 for the largest; equal gains share a place, and null has none. */
export const ranksOf = (gains: readonly (number | null)[]): (number | null)[] =>
  gains.map((gain) => (gain === null ? null : 1 + gains.filter((other) => other !== null && other > gain).length))
