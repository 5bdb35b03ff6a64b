import { DAY_SECONDS, HOUR_SECONDS } from '../platform/durations.ts'

/** A time zone by its name, with daylight saving, or a fixed offset to UTC. */
export type Zone = { timeZone: string } | { utcOffsetHours: number }

export const DEFAULT_ZONE = { timeZone: 'Europe/Zurich' } satisfies Zone

/** A calendar day and the epoch seconds of its first moment. */
export type LocalMidnight = { date: string; time: number }

/** The local midnights in `[from, to]`, in epoch seconds, oldest first. */
export function localMidnights(zone: Zone, from: number, to: number): LocalMidnight[] {
  const offsetAt = offsetOf(zone)
  const midnights: LocalMidnight[] = []
  const start = Math.floor((from + offsetAt(from)) / DAY_SECONDS) * DAY_SECONDS
  let offset = offsetAt(from)
  for (let local = start; ; local += DAY_SECONDS) {
    const before = offset
    offset = offsetAt(local - before)
    // where the clocks leave midnight out, the day begins as they change
    const isThere = offset === before || offsetAt(local - offset) === offset
    const time = local - (isThere ? offset : before)
    if (time > to) return midnights
    if (time >= from) midnights.push({ date: new Date(local * 1000).toISOString().slice(0, 10), time })
  }
}

/** The seconds that local time is ahead of UTC, by epoch seconds. */
export function offsetOf(zone: Zone): (seconds: number) => number {
  if ('utcOffsetHours' in zone) return () => zone.utcOffsetHours * HOUR_SECONDS
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone.timeZone, timeZoneName: 'longOffset' })
  return (seconds) => {
    const [, sign, hours, minutes] = /GMT([+-])(\d+):(\d+)$/.exec(format.format(seconds * 1000)) ?? ['', '+', '0', '0']
    return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_SECONDS + Number(minutes) * 60)
  }
}
