import { type DayWeight, knownEnds } from '../hives/day-weight.ts'

/** Over a shorter time the figure would mostly reflect snow and rain. */
const LEAST_DAYS = 14
const WEEK_DAYS = 7

export type WinterLoss = { grams: number; days: number; gramsPerWeek: number }

/** Returns what a hive used in winter, from the first to the last known net weight, in total and per week. Null for less than two weeks. */
export function winterLoss(midnights: readonly DayWeight[]): WinterLoss | null {
  const ends = knownEnds(midnights)
  if (!ends || ends.days < LEAST_DAYS) return null
  const grams = ends.first - ends.last
  return { grams, days: ends.days, gramsPerWeek: Math.round((grams * WEEK_DAYS) / ends.days) }
}

/** Returns the loss of each whole week in grams, with the date of its first day; null if one of its ends is unknown. */
export function winterWeeks(midnights: readonly DayWeight[]): { date: string; grams: number | null }[] {
  const weeks = Math.max(0, Math.floor((midnights.length - 1) / WEEK_DAYS))
  return Array.from({ length: weeks }, (_, week) => {
    const [begin, end] = [midnights[week * WEEK_DAYS]!, midnights[(week + 1) * WEEK_DAYS]!]
    return { date: begin.date, grams: begin.grams === null || end.grams === null ? null : begin.grams - end.grams }
  })
}
