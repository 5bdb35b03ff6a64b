import type { Deviation } from '#domain/alerts/detection.ts'
import { HOUR_SECONDS } from '#domain/platform/durations.ts'
import { expectedChange } from './daily-course.ts'
import type { Sample } from './detector.ts'
import type { DetectorState } from './detector-state.ts'
import { SPARSE_SECONDS } from './swarm-shape.ts'

/*
 * Weather and flow move all hives of a place alike. How each hive deviated from its own previous days, between readings more than
 * 20 minutes apart, is stored for the nearby hives: what they all lost in the same hours was not taken by a swarm.
 */

/** Smaller deviations are mostly noise, and are not stored. */
const LEAST_GRAMS = 300
/** Between readings further apart than this nobody knows when it happened; of six-hourly readings one may be missing. */
export const LONGEST_DEVIATION_SECONDS = 13 * HOUR_SECONDS
/** Hands take whole boxes: a larger deviation of one hive says nothing more. */
const HANDS_AT_MOST_GRAMS = 4000

/** What the hives of a place did at the same time: their common change, and how far each is from that on average, in grams. */
export type ChangeBeside = { grams: number; apartGrams: number }

/**
 * How far the change since the previous reading deviates from what the days before suggest;
 * null if that is little, or the readings are too close together or too far apart.
 */
export function deviationAt({ recent, course }: DetectorState, { time, weightGrams }: Sample): Deviation | null {
  const from = recent.times.at(-1)!
  if (time - from <= SPARSE_SECONDS || time - from > LONGEST_DEVIATION_SECONDS) return null
  const grams = weightGrams - recent.weights.at(-1)! - expectedChange(course, from, time)
  return Math.abs(grams) < LEAST_GRAMS ? null : { from, time, grams }
}

/**
 * Returns how the hives of a place deviated from their previous days between two times. The common change is the
 * median of all hives plus an unchanged one, so that a single hive counts for half. `hives`: the deviations of each
 * hive; one without any was as usual. A deviation that reaches beyond these times counts in part.
 */
export function changeBeside(hives: readonly (readonly Deviation[])[], from: number, to: number): ChangeBeside {
  const changes = hives.map((deviations) =>
    deviations.reduce((sum, one) => {
      const overlap = Math.min(to, one.time) - Math.max(from, one.from)
      return overlap <= 0 ? sum : sum + (one.grams * overlap) / (one.time - one.from)
    }, 0),
  )
  const sorted = [...changes, 0].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const grams = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
  const apart = changes.reduce((sum, change) => sum + Math.min(HANDS_AT_MOST_GRAMS, Math.abs(change - grams)), 0)
  return { grams, apartGrams: apart / Math.max(1, changes.length) }
}
