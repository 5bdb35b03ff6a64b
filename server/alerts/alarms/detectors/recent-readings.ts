import type { RecentReadings } from './detector-state.ts'

const WINDOW_SECONDS = 90 * 60
/** After this long without a reading, the previous one says nothing about a single event. */
export const FORGET_SECONDS = 48 * 3600
const LEAST_READINGS = 3
const LARGEST_WINDOW = 128
const scratch = new Float64Array(LARGEST_WINDOW)

/** Adds a reading and drops those that are too old; see `RecentReadings` for what is kept. */
export function remember(recent: RecentReadings, time: number, weightGrams: number): void {
  const { times, weights } = recent
  times.push(time)
  weights.push(weightGrams)
  let drop = 0
  const last = times.length - 1
  while (drop < last + 1 - LEAST_READINGS && times[drop]! < time - WINDOW_SECONDS) drop++
  while (drop < last && times[drop]! < time - FORGET_SECONDS) drop++
  if (last + 1 - drop > LARGEST_WINDOW) drop = last + 1 - LARGEST_WINDOW
  if (drop === 1) {
    times.shift()
    weights.shift()
  } else if (drop > 1) {
    times.splice(0, drop)
    weights.splice(0, drop)
  }
}

/** The median weight of the readings with `from <= time < to`, rounded to a gram; null if there are none. */
export function medianBetween(recent: RecentReadings, from: number, to: number): number | null {
  const { times, weights } = recent
  let count = 0
  for (let at = times.length - 1; at >= 0; at--) {
    const time = times[at]!
    if (time >= to) continue
    if (time < from) break
    const weight = weights[at]!
    let place = count++
    while (place > 0 && scratch[place - 1]! > weight) {
      scratch[place] = scratch[place - 1]!
      place--
    }
    scratch[place] = weight
  }
  if (count === 0) return null
  const middle = count >> 1
  return count % 2 === 1 ? scratch[middle]! : Math.round((scratch[middle - 1]! + scratch[middle]!) / 2)
}

/** The local hour of a time, 0 to 24, with fractions. */
export function localHour(time: number, utcOffsetHours: number): number {
  const seconds = (time + utcOffsetHours * 3600) % 86400
  return (seconds < 0 ? seconds + 86400 : seconds) / 3600
}

/** Whether an hour lies in a span of hours that may cross midnight; equal ends are an empty span. */
export function isBetweenHours(hour: number, from: number, to: number): boolean {
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to
}
