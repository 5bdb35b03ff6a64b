import { DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'
import { indexFrom } from '#domain/platform/index-from.ts'
import type { RecentReadings } from './detector-state.ts'
import { SPARSE_SECONDS } from './swarm-shape.ts'

/*
 * Between readings that lie hours apart a hive gains and loses more by foraging, flow and rain than a small swarm takes. What it did in the same
 * hours of the days before tells most of that: a scale that sends seldom remembers its course of four days.
 */

/** Above this interval a loss is measured against the course of the days before. */
export const SELDOM_SECONDS = 75 * 60
const KEPT_SECONDS = 4 * DAY_SECONDS
/** Nearer readings add nothing to a course of hours. */
const APART_SECONDS = 70 * 60
/** What the course is kept to. */
export const COURSE_GRAIN_GRAMS = 10
const DAYS_BEFORE = 3
/** Between readings further apart nobody knows how the weight went; six-hourly ones may lack one. */
const KNOWN_SECONDS = 13 * HOUR_SECONDS

/** Takes in a reading that came `intervalSeconds` after the one before, and drops those of more than four days ago. */
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
 * By how much the weight usually changes from one time of the day to a later one: the median of three days before, in grams. A day of which nothing is
 * known counts as one without change, so that what hands did on a single day is expected of no other.
 */
export const expectedChange = (course: RecentReadings, from: number, to: number): number => {
  const known = changesBefore(course, from, to)
  return Math.round(median([...known, 0, 0, 0].slice(0, Math.max(known.length, DAYS_BEFORE))))
}

/** Of how many of the three days before it is known how the weight went between these times of the day. */
export const daysKnown = (course: RecentReadings, from: number, to: number): number =>
  changesBefore(course, from, to).length

/** How far the days before differ in what the weight did between these times of the day, in grams. */
export function daysApart(course: RecentReadings, from: number, to: number): number {
  const known = changesBefore(course, from, to)
  return known.length === 0 ? 0 : Math.round(Math.max(...known) - Math.min(...known))
}

/** How much the hive lost at most between these times of the day on one of the three days before, in grams. */
export const largestLoss = (course: RecentReadings, from: number, to: number): number =>
  Math.max(0, ...changesBefore(course, from, to).map((change) => -change))

/** How far the weight rose at most between two readings of the day until `to`, beyond what was to be expected, in grams. */
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

/** The weight at a time between two readings, as if it had gone straight from one to the other. */
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
