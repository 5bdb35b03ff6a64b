import type { HourWeights } from '#domain/hives/hour-weights.ts'
import type { LocalMidnight } from '#domain/hives/local-midnight.ts'
import { ABSENT, type Tile } from '#domain/hives/tiles/timeline-tile.ts'
import type { MidnightValue } from '#domain/hives/timeline.ts'
import { kgFromGrams } from '#domain/hives/units.ts'
import { HOUR_SECONDS } from '#domain/platform/durations.ts'

/** A hive silent for longer than this before midnight has no midnight weight. */
const SILENCE_SECONDS = 6 * HOUR_SECONDS

/** The hour tile columns that midnight values are derived from. */
export const midnightColumns = ['weightLast', 'weightStart'] as const

/** The hourly weights of one scale from consecutive hour tiles, starting early enough for midnights from `since` on. */
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
 * The weight at each midnight in kg, and its difference to the previous midnight in the list; null in a gap. Uses the reading made
 * at midnight, else the last one within the six hours before.
 */
export function midnightValues(hours: HourWeights, midnights: LocalMidnight[]): MidnightValue[] {
  let before = ABSENT
  return midnightWeights(hours, midnights).map(({ date, grams }) => {
    const delta = grams === ABSENT || before === ABSENT ? null : kgFromGrams(grams - before)
    before = grams
    return { date, weight: grams === ABSENT ? null : kgFromGrams(grams), delta }
  })
}

/** Grams at a midnight, ABSENT in a gap. `readBefore` (epoch seconds) is the exclusive end of the time the weight covers. */
export type MidnightWeight = { date: string; grams: number; readBefore: number }

/** Like `midnightValues`, but in grams, each with the end of the time it covers. */
export function midnightWeights(hours: HourWeights, midnights: LocalMidnight[]): MidnightWeight[] {
  let at = 0
  return midnights.map(({ date, time }) => {
    while (at < hours.time.length && hours.time[at]! < time) at++
    return { date, ...weightAt(hours, at, time) }
  })
}

/** `at` is the index of the first hour that starts at or after midnight. */
function weightAt(hours: HourWeights, at: number, midnight: number): { grams: number; readBefore: number } {
  if (hours.time[at] === midnight && hours.start[at] !== ABSENT) {
    return { grams: hours.start[at]!, readBefore: midnight + 1 }
  }
  for (let i = at - 1; i >= 0 && hours.time[i]! >= midnight - SILENCE_SECONDS; i--) {
    // In a zone with a half-hour offset the hour containing midnight ends after it; its last weight is the nearest available.
    if (hours.last[i] !== ABSENT) return { grams: hours.last[i]!, readBefore: hours.time[i]! + HOUR_SECONDS }
  }
  return { grams: ABSENT, readBefore: midnight }
}
