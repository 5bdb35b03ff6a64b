import { DAY_MS } from '#domain/platform/durations.ts'

/** The number of the local day, counted from the epoch. */
const dayOf = (ms: number): number => Math.floor((ms - new Date(ms).getTimezoneOffset() * 60_000) / DAY_MS)

/** Days from one date to another by the local calendar, not by hours: 0 is today, 1 tomorrow, −1 yesterday; epoch ms. */
export const daysUntil = (time: number, now: number): number => dayOf(time) - dayOf(now)
