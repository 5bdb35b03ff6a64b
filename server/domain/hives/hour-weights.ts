import { HOUR_SECONDS } from '../platform/durations.ts'
import { indexFrom } from '../platform/index-from.ts'
import { ABSENT } from './tiles/timeline-tile.ts'

/**
 * The weights of one scale in grams by hour, in order. `time`: epoch seconds of the start of the hour; `last`: the last weight within it;
 * `start`: the weight read in its first second; ABSENT if there is none.
 */
export type HourWeights = { time: number[]; last: number[]; start: number[] }

/**
 * Returns the weight in grams at a time: the reading made in that very second if an hour starts then, otherwise the last weight of the
 * hours that started within `silenceSeconds` before; null if there is none.
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
 * Returns one weight in grams, with its time, for each hour that starts in `[from, to)` (epoch seconds) and has one: the first if it was
 * read in the hour's first second, otherwise the last, taken as read at the end of the hour.
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
