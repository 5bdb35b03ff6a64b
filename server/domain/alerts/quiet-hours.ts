import * as v from 'valibot'
import { isTimeZone } from '../hives/local-clock.ts'
import { MINUTE_MS } from '../platform/durations.ts'

const DAY_MINUTES = 24 * 60

/** A local clock time such as `22:30`. */
export const LocalTime = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'HH:MM'))

/** The name of a time zone that this runtime knows, such as `Europe/Zurich`. */
export const TimeZone = v.pipe(v.string(), v.maxLength(64), v.check(isTimeZone, 'a time zone such as Europe/Zurich'))

/** The same, or undefined if this runtime does not know it. */
export const knownZone = (name: string | undefined): string | undefined =>
  name !== undefined && isTimeZone(name) ? name : undefined

/** Every day from one minute of the local day to another (exclusive); past midnight if `from` is later. */
export type QuietHours = { from: number; to: number; timeZone: string }

/** `22:30` → 1350 */
export const minutesOfTime = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** 1350 → `22:30` */
export const timeOfMinutes = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** No zone puts its clocks forward or back within a quarter of an hour. */
const CLOCK_STEP_MS = 15 * MINUTE_MS

/** When the quiet hours in effect at `nowMs` end, in epoch ms; undefined if there are none at that time. */
export function quietUntil(quiet: QuietHours, nowMs: number): number | undefined {
  const minuteAt = localMinutes(quiet.timeZone)
  const isQuiet = (ms: number) => isBetween(minuteAt(ms), quiet)
  if (!isQuiet(nowMs)) return undefined
  let end = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS
  // the clock may skip the time at which they end, so they end with the first time that is not quiet
  while (isQuiet(end)) {
    const left = ((quiet.to - minuteAt(end) + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS
    end += Math.min(left, CLOCK_STEP_MS - (end % CLOCK_STEP_MS))
  }
  return end
}

const isBetween = (minute: number, { from, to }: QuietHours) =>
  from <= to ? minute >= from && minute < to : minute >= from || minute < to

function localMinutes(timeZone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return (ms) => minutesOfTime(format.format(ms))
}
