import type { LocalMidnight } from '#domain/hives/local-midnight.ts'
import { ABSENT, type Tile } from '#domain/hives/tiles/timeline-tile.ts'
import type { MidnightValue } from '#domain/hives/timeline.ts'
import { kgFromGrams } from '#domain/hives/units.ts'
import { HOUR_SECONDS } from '#domain/platform/durations.ts'

/** A hive that was silent for longer before midnight has no weight at midnight. */
const SILENCE_SECONDS = 6 * HOUR_SECONDS

/** Grams by hour, in order; `time` in epoch seconds; ABSENT where there is none. */
export type HourWeights = { time: number[]; last: number[]; start: number[] }

/** The columns of an hour tile that midnight values come from. */
export const midnightColumns = ['weightLast', 'weightStart'] as const

/** The weights of hour tiles of one scale that follow each other, as far as midnights from `since` on need them. */
export function hourWeights(tiles: Tile[], since: number): HourWeights {
  const weights: HourWeights = { time: [], last: [], start: [] }
  for (const tile of tiles) {
    if (tile.level !== 'hour') continue
    const { weightLast, weightStart } = tile.columns
    let first = 0
    while (first < tile.length && tile.from + tile.time[first]! < since - SILENCE_SECONDS) first++
    for (let i = first; i < tile.length; i++) {
      weights.time.push(tile.from + tile.time[i]!)
      weights.last.push(weightLast?.[i] ?? ABSENT)
      weights.start.push(weightStart?.[i] ?? ABSENT)
    }
  }
  return weights
}

/**
 * The weight at each midnight in kg, and its difference to the midnight before in the list; null in a gap. The reading
 * made at midnight counts, else the last one of the six hours before.
 */
export function midnightValues(hours: HourWeights, midnights: LocalMidnight[]): MidnightValue[] {
  let before = ABSENT
  return midnightWeights(hours, midnights).map(({ date, grams }) => {
    const delta = grams === ABSENT || before === ABSENT ? null : kgFromGrams(grams - before)
    before = grams
    return { date, weight: grams === ABSENT ? null : kgFromGrams(grams), delta }
  })
}

/** Grams at a midnight, ABSENT in a gap; they were read before `readBefore` (epoch seconds), with all that happened until then. */
export type MidnightWeight = { date: string; grams: number; readBefore: number }

/** The same in grams, each with the end of the time of which it speaks. */
export function midnightWeights(hours: HourWeights, midnights: LocalMidnight[]): MidnightWeight[] {
  let at = 0
  return midnights.map(({ date, time }) => {
    while (at < hours.time.length && hours.time[at]! < time) at++
    return { date, ...weightAt(hours, at, time) }
  })
}

/** `at` is the first hour that does not begin before midnight. */
function weightAt(hours: HourWeights, at: number, midnight: number): { grams: number; readBefore: number } {
  if (hours.time[at] === midnight && hours.start[at] !== ABSENT) {
    return { grams: hours.start[at]!, readBefore: midnight + 1 }
  }
  for (let i = at - 1; i >= 0 && hours.time[i]! >= midnight - SILENCE_SECONDS; i--) {
    // In a zone of half an hour the hour that holds midnight ends after it; its last weight is the nearest there is.
    if (hours.last[i] !== ABSENT) return { grams: hours.last[i]!, readBefore: hours.time[i]! + HOUR_SECONDS }
  }
  return { grams: ABSENT, readBefore: midnight }
}
