import { DEFAULT_ZONE, offsetOf } from '#domain/local-midnight.ts'

const DAY_MS = 24 * 3600_000

/** The first moment of a day (`2026-05-10`) in Switzerland, in epoch ms. */
export function swissMidnight(day: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`)
  const offset = offsetOf(DEFAULT_ZONE)
  // the change of the clocks is at 01:00 UTC, so the offset before midnight there is the one at midnight
  return utc - offset(utc / 1000 - 3600) * 1000
}

/** From the first moment of one day to the last of another, in epoch ms, `to` exclusive; open where there is none. */
export const swissPeriod = (from?: string, to?: string): { from?: number; to?: number } => ({
  ...(from === undefined ? {} : { from: swissMidnight(from) }),
  ...(to === undefined ? {} : { to: swissMidnight(nextDay(to)) }),
})

const nextDay = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
