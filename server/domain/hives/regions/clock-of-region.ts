import { HOUR_SECONDS } from '../../platform/durations.ts'
import { offsetOf } from '../local-midnight.ts'

/**
 * Returns the time zone that clocks in a region follow, given the region's offset, which is the same all year. If that is the winter offset
 * of `timeZone`, it is that zone, with summer time; otherwise a fixed offset from UTC such as `-07:00`.
 */
export function clockOfRegion(utcOffsetHours: number, timeZone: string, atSeconds: number): string {
  const offsetAt = offsetOf({ timeZone })
  const year = new Date(atSeconds * 1000).getUTCFullYear()
  const inWinter = Math.min(...[0, 6].map((month) => offsetAt(Date.UTC(year, month) / 1000)))
  if (inWinter === utcOffsetHours * HOUR_SECONDS) return timeZone
  if (utcOffsetHours === 0) return 'UTC'
  return `${utcOffsetHours < 0 ? '-' : '+'}${String(Math.abs(utcOffsetHours)).padStart(2, '0')}:00`
}
