import type { DashboardScale } from '#domain/insight/dashboard.ts'
import type { DayChange } from '../../../charts/small/day-bars.tsx'

const dayBefore = (date: string): string => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10)

/** Returns the change of each whole day in kg: the difference between two midnights belongs to the day between them. */
export const dayChanges = ({ midnights }: Pick<DashboardScale, 'midnights'>): DayChange[] =>
  midnights.map(({ date, delta }) => ({ date: dayBefore(date), delta }))
