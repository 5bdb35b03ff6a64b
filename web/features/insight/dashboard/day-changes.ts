import type { DashboardScale } from '#domain/insight/dashboard.ts'
import type { DayChange } from '../../../charts/small/day-bars.tsx'

type Midnights = Pick<DashboardScale, 'midnights' | 'last'>

const dayBefore = (date: string): string => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10)

/** Returns the change of each whole day in kg: the difference between two midnights belongs to the day between them. */
export const dayChanges = ({ midnights }: Pick<Midnights, 'midnights'>): DayChange[] =>
  midnights.map(({ date, delta }) => ({ date: dayBefore(date), delta }))

/** Returns the change since the last midnight in kg; null if there was no reading then. */
export function changeToday({ midnights, last }: Midnights): number | null {
  const midnight = midnights.at(-1)?.weight ?? null
  return midnight === null || !last || last.weight === null ? null : last.weight - midnight
}

/** Returns the sum of the known changes in kg; null if none are known. */
export function sumOfDays(days: readonly DayChange[]): number | null {
  const known = days.flatMap(({ delta }) => (delta === null ? [] : [delta]))
  return known.length === 0 ? null : known.reduce((sum, delta) => sum + delta, 0)
}
