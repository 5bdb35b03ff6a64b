import { HOUR_SECONDS } from '../platform/durations.ts'
import { offsetOf } from './local-midnight.ts'

/**
 * The name of the zone whose clocks hang in a region, which has one offset all year. Where that is what `timeZone` has in winter, clocks
 * there are those of that zone, with summer time; else they are that many hours off UTC, `-07:00`.
 */
export function clockOfRegion(utcOffsetHours: number, timeZone: string, atSeconds: number): string {
  const offsetAt = offsetOf({ timeZone })
  const year = new Date(atSeconds * 1000).getUTCFullYear()
  const inWinter = Math.min(...[0, 6].map((month) => offsetAt(Date.UTC(year, month) / 1000)))
  if (inWinter === utcOffsetHours * HOUR_SECONDS) return timeZone
  if (utcOffsetHours === 0) return 'UTC'
  return `${utcOffsetHours < 0 ? '-' : '+'}${String(Math.abs(utcOffsetHours)).padStart(2, '0')}:00`
}
