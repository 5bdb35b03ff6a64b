import { DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'
import { indexFrom } from '#domain/platform/index-from.ts'
import type { RecentReadings } from './detector-state.ts'
import { SPARSE_SECONDS } from './swarm-shape.ts'

/*
 * Between readings that are hours apart, foraging, flow and rain change a hive's weight by more than a small swarm. What it did in
 * the same hours of the days before explains most of that, so a scale that sends rarely remembers its course of four days.
 */

/** Above this interval readings count as rare: a loss is taken for a swarm's only once the alarm rings, and no third reading is waited for. */
export const SELDOM_SECONDS = 75 * 60
const KEPT_SECONDS = 4 * DAY_SECONDS
/** Readings closer together than this add nothing to a course of hours. */
const APART_SECONDS = 70 * 60
/** The precision of the stored course. */
export const COURSE_GRAIN_GRAMS = 10
const DAYS_BEFORE = 3
/** Between readings further apart than this the course is unknown; of six-hourly readings one may be missing. */
const KNOWN_SECONDS = 13 * HOUR_SECONDS

/** Adds a reading taken `intervalSeconds` after the previous one, and drops those older than four days. */
export function rememberCourse(
  { times, weights }: RecentReadings,
  time: number,
  weightGrams: number,
  intervalSeconds: number,
): void {
  if (times.length > 0 && times[0]! < time - KEPT_SECONDS) {
    const kept = times.findIndex((other) => other >= time - KEPT_SECONDS)
    const dropped = kept < 0 ? times.length : kept
    times.splice(0, dropped)
    weights.splice(0, dropped)
  }
  if (intervalSeconds <= SPARSE_SECONDS || time - (times.at(-1) ?? 0) < APART_SECONDS) return
  times.push(time)
  weights.push(Math.round(weightGrams / COURSE_GRAIN_GRAMS) * COURSE_GRAIN_GRAMS)
}

/**
 * The usual weight change from one time of day to a later one, in grams: the median of the three days before.
 * Unknown days count as no change, so that what hands did on a single day is not expected on others.
 */
export const expectedChange = (course: RecentReadings, from: number, to: number): number => {
  const known = changesBefore(course, from, to)
  return Math.round(median([...known, 0, 0, 0].slice(0, Math.max(known.length, DAYS_BEFORE))))
}

/** For how many of the three days before the weight change between these times of day is known. */
export const daysKnown = (course: RecentReadings, from: number, to: number): number =>
  changesBefore(course, from, to).length

/** How much the days before differ in their weight change between these times of day, in grams. */
export function daysApart(course: RecentReadings, from: number, to: number): number {
  const known = changesBefore(course, from, to)
  return known.length === 0 ? 0 : Math.round(Math.max(...known) - Math.min(...known))
}

/** The largest loss between these times of day on one of the three days before, in grams. */
export const largestLoss = (course: RecentReadings, from: number, to: number): number =>
  Math.max(0, ...changesBefore(course, from, to).map((change) => -change))

/** The largest rise between two readings in the day up to `to`, beyond the expected change, in grams. */
export function largestRise(course: RecentReadings, to: number): number {
  const { times, weights } = course
  let largest = 0
  for (let at = times.length - 1; at > 0 && times[at]! > to - DAY_SECONDS; at--) {
    if (times[at]! > to) continue
    largest = Math.max(largest, weights[at]! - weights[at - 1]! - expectedChange(course, times[at - 1]!, times[at]!))
  }
  return largest
}

function changesBefore(course: RecentReadings, from: number, to: number): number[] {
  const changes: number[] = []
  for (let day = 1; day <= DAYS_BEFORE; day++) {
    const before = weightAt(course, from - day * DAY_SECONDS)
    const after = weightAt(course, to - day * DAY_SECONDS)
    if (before !== null && after !== null) changes.push(after - before)
  }
  return changes
}

/** The weight at a time between two readings, interpolated linearly; null if unknown. */
function weightAt({ times, weights }: RecentReadings, time: number): number | null {
  const after = indexFrom(times, time)
  if (after === times.length) return null
  if (times[after] === time) return weights[after]!
  if (after === 0 || times[after]! - times[after - 1]! > KNOWN_SECONDS) return null
  const share = (time - times[after - 1]!) / (times[after]! - times[after - 1]!)
  return weights[after - 1]! + share * (weights[after]! - weights[after - 1]!)
}

function median(values: number[]): number {
  if (values.length === 0) return 0
  const sorted = values.sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
