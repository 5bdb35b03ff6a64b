import { dayAfter, daysBetween } from '#domain/insight/heatmap.ts'
import type { TimeSpan } from '../../../charts/points/align-series.ts'
import { toDayInput } from '../../../i18n/local-input.ts'

/** Calendar days, both ends inclusive. */
export type Period = { from: string; to: string; days: readonly string[] }

/** The season, 1 April to 30 September, or the whole year. */
export function periodOf(year: number, whole: boolean): Period {
  const [from, to] = whole ? [`${year}-01-01`, `${year}-12-31`] : [`${year}-04-01`, `${year}-09-30`]
  return { from, to, days: Array.from({ length: daysBetween(from, to) }, (_, day) => dayAfter(from, day)) }
}

/**
 * Returns the initial period for readings whose last is at `last` (epoch ms): its season or, if it is
 * in winter and outside any season, the whole year. Local to this device.
 */
export function usualPeriod(last: number): { year: number; whole: boolean } {
  const day = new Date(last)
  return { year: day.getFullYear(), whole: day.getMonth() < 3 || day.getMonth() > 8 }
}

/**
 * Returns the initial period of the map, which only shows days that are over: on the first day of a season or a year the one before, in which yesterday is. `now`
 * in epoch ms.
 */
export function usualMapPeriod(last: number, now: number): { year: number; whole: boolean } {
  const yesterday = dayAfter(toDayInput(new Date(now)), -1)
  return usualPeriod(Math.min(last, noon(yesterday).getTime()))
}

/** Local midnight at the beginning of a day, in epoch seconds. */
export function startOfDay(date: string): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day).getTime() / 1000
}

/** The span from the beginning of the first day to the end of the last. */
export const spanOf = ({ from, to }: Pick<Period, 'from' | 'to'>): TimeSpan => ({
  from: startOfDay(from),
  to: startOfDay(dayAfter(to, 1)),
})

/** Local noon of a day; the date stays the same in whatever zone it is formatted. */
export const noon = (date: string): Date => new Date(`${date}T12:00:00`)
