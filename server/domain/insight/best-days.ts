import type { DayChange } from '../hives/day-weight.ts'

/** The days with the largest gains, the largest first, the earlier one of equals; days without a gain are none. */
export function bestDays(changes: readonly DayChange[], count: number): { date: string; grams: number }[] {
  return changes
    .flatMap(({ date, grams }) => (grams !== null && grams > 0 ? [{ date, grams }] : []))
    .sort((a, b) => b.grams - a.grams)
    .slice(0, count)
}
