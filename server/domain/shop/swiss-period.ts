import { DEFAULT_ZONE, localMidnights } from '../hives/local-midnight.ts'
import { DAY_SECONDS } from '../platform/durations.ts'

/** The start of a day (`2026-05-10`) in Switzerland, in epoch ms. */
export function swissMidnight(day: string): number {
  const noon = Date.parse(`${day}T12:00:00Z`) / 1000
  return localMidnights(DEFAULT_ZONE, noon - DAY_SECONDS, noon)[0]!.time * 1000
}

/** The calendar year in Switzerland at a time in epoch ms. */
export const swissYear = (ms: number): number => {
  const year = new Date(ms).getUTCFullYear()
  return ms >= swissYearBegin(year + 1) ? year + 1 : year
}

/** The start of a calendar year in Switzerland, in epoch ms. */
export const swissYearBegin = (year: number): number => swissMidnight(`${year}-01-01`)

/** From the start of one day to the end of another, in epoch ms, `to` exclusive; open-ended if a day is missing. */
export const swissPeriod = (from?: string, to?: string): { from?: number; to?: number } => ({
  ...(from === undefined ? {} : { from: swissMidnight(from) }),
  ...(to === undefined ? {} : { to: swissMidnight(nextDay(to)) }),
})

const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY_SECONDS * 1000).toISOString().slice(0, 10)
