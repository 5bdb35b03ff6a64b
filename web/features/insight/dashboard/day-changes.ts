import type { DashboardScale } from '#domain/insight/dashboard.ts'
import type { DayChange } from '../../../charts/small/day-bars.tsx'

type Midnights = Pick<DashboardScale, 'midnights' | 'last'>

const dayBefore = (date: string): string => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10)

/** The change of each whole day in kg: what a midnight differs from the one before belongs to the day between them. */
export const dayChanges = ({ midnights }: Pick<Midnights, 'midnights'>): DayChange[] =>
  midnights.map(({ date, delta }) => ({ date: dayBefore(date), delta }))

/** The change since the last midnight in kg; null where the scale was silent at that midnight. */
export function changeToday({ midnights, last }: Midnights): number | null {
  const midnight = midnights.at(-1)?.weight ?? null
  return midnight === null || !last || last.weight === null ? null : last.weight - midnight
}

/** The sum of what is known of some days in kg; null where nothing is known. */
export function sumOfDays(days: readonly DayChange[]): number | null {
  const known = days.flatMap(({ delta }) => (delta === null ? [] : [delta]))
  return known.length === 0 ? null : known.reduce((sum, delta) => sum + delta, 0)
}
