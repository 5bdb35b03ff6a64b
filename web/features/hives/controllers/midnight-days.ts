import type { MidnightValue } from '#domain/hives/timeline.ts'
import type { DayChange } from '../../../charts/small/day-bars.tsx'
import { toDayInput } from '../../../i18n/local-input.ts'
import type { DayRange } from '../../../ui/fields/date-range.tsx'

const shifted = (day: Date, days: number) => new Date(day.getFullYear(), day.getMonth(), day.getDate() + days, 12)

/** The last `days` days including today; `now` in epoch ms. */
export function daysUntil(now: number, days: number): DayRange {
  const today = new Date(now)
  return { from: toDayInput(shifted(today, 1 - Math.max(1, days))), to: toDayInput(today) }
}

/** The change on each day: the difference at a midnight belongs to the day that ended then. */
export const changesByDay = (midnights: readonly MidnightValue[]): DayChange[] =>
  midnights.map(({ date, delta }) => ({ date: toDayInput(shifted(new Date(`${date}T12:00:00`), -1)), delta }))
