import { type DayWeight, knownEnds } from '../hives/day-weight.ts'

export type SeasonGain = { grams: number; days: number }

/**
 * Returns a hive's gain between the first and the last known midnight, from net weights: changes by hand do not count, gaps in between are
 * covered. Null with fewer than two known midnights.
 */
export function seasonGain(midnights: readonly DayWeight[]): SeasonGain | null {
  const ends = knownEnds(midnights)
  return ends && { grams: ends.last - ends.first, days: ends.days }
}

/** The rank of each gain, 1 for the largest; equal gains share a rank, and null has none. */
export const ranksOf = (gains: readonly (number | null)[]): (number | null)[] =>
  gains.map((gain) => (gain === null ? null : 1 + gains.filter((other) => other !== null && other > gain).length))
