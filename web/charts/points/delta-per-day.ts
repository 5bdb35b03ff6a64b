import { indexFrom } from '#domain/platform/index-from.ts'
import type { TimeSpan } from './align-series.ts'
import type { Points } from './points.ts'
import { usualStep } from './usual-step.ts'

/** The maximum age of a weight that counts as the one at midnight: transmitters report every 1 to 6 hours. */
const MIDNIGHT_AGE_SECONDS = 6 * 3600
const HALF_DAY_SECONDS = 12 * 3600

/** The local midnights (epoch seconds) that bound the days that the span touches, in the zone of this device. */
export function localMidnights({ from, to }: TimeSpan): number[] {
  const day = new Date(from * 1000)
  day.setHours(0, 0, 0, 0)
  const midnights = [day.getTime() / 1000]
  while (midnights[midnights.length - 1]! < to) {
    day.setDate(day.getDate() + 1)
    // where a clock change skips midnight, the day before began at 1:00
    day.setHours(0, 0, 0, 0)
    midnights.push(day.getTime() / 1000)
  }
  return midnights
}

/**
 * The change of each day between two `midnights` (ascending, epoch seconds): the value at its end minus that at its start, each the last reading before, at
 * most six hours old. For the current day, or the day on which a series begins, uses the first and last readings available; null if there are none. For a curve
 * of days, which end at midnight UTC, each midnight takes the nearest value.
 */
export function deltaPerDay(points: Points, midnights: readonly number[]): (number | null)[] {
  const { time, value } = points
  if (usualStep(time) > HALF_DAY_SECONDS) return deltaOfDays(points, midnights)
  const deltas: (number | null)[] = []
  for (let day = 0; day + 1 < midnights.length; day++) {
    const start = midnights[day]!
    const end = midnights[day + 1]!
    const first = indexFrom(time, start)
    const last = indexFrom(time, end + 0.5) - 1
    const inside = first < time.length && time[first]! <= end
    if (!inside || last < first) {
      deltas.push(null)
      continue
    }
    const before = time[first] === start ? first : first - 1
    const begins = before >= 0 && start - time[before]! <= MIDNIGHT_AGE_SECONDS ? before : first
    const complete = end - time[last]! <= MIDNIGHT_AGE_SECONDS || last === time.length - 1
    deltas.push(complete && last > begins ? value[last]! - value[begins]! : null)
  }
  return deltas
}

function deltaOfDays({ time, value }: Points, midnights: readonly number[]): (number | null)[] {
  const newest = time.length - 1
  return midnights.slice(0, -1).map((start, day) => {
    const end = midnights[day + 1]!
    const first = nearestTo(time, start)
    const goesOn = time[newest]! > start && time[newest]! <= end
    const last = nearestTo(time, end) ?? (goesOn ? newest : undefined)
    return first !== undefined && last !== undefined && last > first ? value[last]! - value[first]! : null
  })
}

function nearestTo(time: Float64Array, midnight: number): number | undefined {
  const after = indexFrom(time, midnight)
  const distance = (index: number) => Math.abs((time[index] ?? Number.POSITIVE_INFINITY) - midnight)
  const nearest = distance(after - 1) < distance(after) ? after - 1 : after
  return distance(nearest) <= HALF_DAY_SECONDS ? nearest : undefined
}
