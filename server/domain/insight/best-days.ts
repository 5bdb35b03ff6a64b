import type { DayChange } from '../hives/day-weight.ts'

/** Returns the days with the largest gains, largest first, the earlier day in case of a tie; days without a gain are left out. */
export function bestDays(changes: readonly DayChange[], count: number): { date: string; grams: number }[] {
  return changes
    .flatMap(({ date, grams }) => (grams !== null && grams > 0 ? [{ date, grams }] : []))
    .sort((a, b) => b.grams - a.grams)
    .slice(0, count)
}
