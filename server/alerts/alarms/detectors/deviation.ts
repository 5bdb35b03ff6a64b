import type { Deviation } from '#domain/alerts/detection.ts'
import { HOUR_SECONDS } from '#domain/platform/durations.ts'
import { expectedChange } from './daily-course.ts'
import type { Sample } from './detector.ts'
import type { DetectorState } from './detector-state.ts'
import { SPARSE_SECONDS } from './swarm-shape.ts'

/*
 * Weather and flow move all hives of a place alike. What each hive did beyond its own days before, between readings more than 20 minutes apart, is
 * kept for the hives beside it: what they all missed in the same hours no swarm took.
 */

/** Less is mostly noise, and kept of nobody. */
const LEAST_GRAMS = 300
/** Between readings further apart nobody knows when it happened; six-hourly ones may lack one. */
export const LONGEST_DEVIATION_SECONDS = 13 * HOUR_SECONDS
/** Hands take whole boxes: more than this of one hive says no more. */
const HANDS_AT_MOST_GRAMS = 4000

/** What the hives of a place did at once: what they have in common, and how far each is from that on average, in grams. */
export type ChangeBeside = { grams: number; apartGrams: number }

/** How far the weight went, from the reading before until this one, from what the days before let expect; null where that is little. */
export function deviationAt({ recent, course }: DetectorState, { time, weightGrams }: Sample): Deviation | null {
  const from = recent.times.at(-1)!
  if (time - from <= SPARSE_SECONDS || time - from > LONGEST_DEVIATION_SECONDS) return null
  const grams = weightGrams - recent.weights.at(-1)! - expectedChange(course, from, time)
  return Math.abs(grams) < LEAST_GRAMS ? null : { from, time, grams }
}

/**
 * What the hives of a place did between two times beyond their days before. In common is the median of them and of one that did as ever, so that a single hive
 * speaks for half. `hives`: the deviations of each hive; one without any did as ever. Of a span that reaches beyond these times its share counts.
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
