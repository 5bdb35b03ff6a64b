import { type DayWeight, knownEnds } from '../hives/day-weight.ts'

/** What a shorter time says about a winter is mostly snow and rain. */
const LEAST_DAYS = 14
const WEEK_DAYS = 7

export type WinterLoss = { grams: number; days: number; gramsPerWeek: number }

/** What a hive used in winter, from the first to the last net weight known, and that for each week of it. Null under two weeks. */
export function winterLoss(midnights: readonly DayWeight[]): WinterLoss | null {
  const ends = knownEnds(midnights)
  if (!ends || ends.days < LEAST_DAYS) return null
  const grams = ends.first - ends.last
  return { grams, days: ends.days, gramsPerWeek: Math.round((grams * WEEK_DAYS) / ends.days) }
}

/** The loss of each whole week in grams, by the date of its first day; null where one of its ends is not known. */
export function winterWeeks(midnights: readonly DayWeight[]): { date: string; grams: number | null }[] {
  const weeks = Math.max(0, Math.floor((midnights.length - 1) / WEEK_DAYS))
  return Array.from({ length: weeks }, (_, week) => {
    const [begin, end] = [midnights[week * WEEK_DAYS]!, midnights[(week + 1) * WEEK_DAYS]!]
    return { date: begin.date, grams: begin.grams === null || end.grams === null ? null : begin.grams - end.grams }
  })
}
