import { DAY_SECONDS, HOUR_SECONDS } from '../platform/durations.ts'

/** A named time zone, with daylight saving, or a fixed offset from UTC. */
export type Zone = { timeZone: string } | { utcOffsetHours: number }

export const DEFAULT_ZONE = { timeZone: 'Europe/Zurich' } satisfies Zone

/** A calendar day and the epoch seconds of its start. */
export type LocalMidnight = { date: string; time: number }

/** Returns the local midnights in `[from, to]`, in epoch seconds, oldest first. */
export function localMidnights(zone: Zone, from: number, to: number): LocalMidnight[] {
  const offsetAt = offsetOf(zone)
  const midnights: LocalMidnight[] = []
  const start = Math.floor((from + offsetAt(from)) / DAY_SECONDS) * DAY_SECONDS
  let offset = offsetAt(from)
  for (let local = start; ; local += DAY_SECONDS) {
    const before = offset
    offset = offsetAt(local - before)
    // if a clock change skips midnight, the day starts at the change
    const isThere = offset === before || offsetAt(local - offset) === offset
    const time = local - (isThere ? offset : before)
    if (time > to) return midnights
    if (time >= from) midnights.push({ date: new Date(local * 1000).toISOString().slice(0, 10), time })
  }
}

/** Returns a function from epoch seconds to the seconds that local time is ahead of UTC. */
export function offsetOf(zone: Zone): (seconds: number) => number {
  if ('utcOffsetHours' in zone) return () => zone.utcOffsetHours * HOUR_SECONDS
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone.timeZone, timeZoneName: 'longOffset' })
  return (seconds) => {
    const [, sign, hours, minutes] = /GMT([+-])(\d+):(\d+)$/.exec(format.format(seconds * 1000)) ?? ['', '+', '0', '0']
    return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_SECONDS + Number(minutes) * 60)
  }
}
