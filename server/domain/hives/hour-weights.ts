import { HOUR_SECONDS } from '../platform/durations.ts'
import { indexFrom } from '../platform/index-from.ts'
import { ABSENT } from './tiles/timeline-tile.ts'

/**
 * Grams of one scale by hour, in order. `time`: epoch seconds at which the hour begins; `last`: the last weight within it; `start`: the
 * weight read in its first second; ABSENT where there is none.
 */
export type HourWeights = { time: number[]; last: number[]; start: number[] }

/**
 * The weight at a time in grams: the reading made in that very second where an hour begins then, else the last one of the hours that
 * began within `silenceSeconds` before; null where there is none.
 */
export function weightAt(hours: HourWeights, time: number, silenceSeconds: number): number | null {
  const at = indexFrom(hours.time, time)
  if (hours.time[at] === time && hours.start[at] !== ABSENT) return hours.start[at]!
  for (let i = at - 1; i >= 0 && hours.time[i]! >= time - silenceSeconds; i--) {
    if (hours.last[i] !== ABSENT) return hours.last[i]!
  }
  return null
}

/**
 * One weight in grams of each hour that begins in `[from, to)` (epoch seconds) and has one, with its time: the first if it was read in the
 * hour's first second, else the last, taken as read at the hour's end.
 */
export function weightsBetween(hours: HourWeights, from: number, to: number): { time: number; grams: number }[] {
  const found: { time: number; grams: number }[] = []
  for (let i = indexFrom(hours.time, from); i < hours.time.length && hours.time[i]! < to; i++) {
    const time = hours.time[i]!
    if (hours.start[i] !== ABSENT) found.push({ time, grams: hours.start[i]! })
    else if (hours.last[i] !== ABSENT) found.push({ time: time + HOUR_SECONDS, grams: hours.last[i]! })
  }
  return found
}
