import { DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'
import type { RecentReadings } from './detector-state.ts'

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
/** How much of the last day's steps is called its noise. */
const NOISE_SHARE = 0.9

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
  if (intervalSeconds <= SELDOM_SECONDS || time - (times.at(-1) ?? 0) < APART_SECONDS) return
  times.push(time)
  weights.push(Math.round(weightGrams / COURSE_GRAIN_GRAMS) * COURSE_GRAIN_GRAMS)
}

/** By how much the weight usually changes from one time of the day to a later one: the median of up to three days before, in grams; 0 if none is known. */
export const expectedChange = (course: RecentReadings, from: number, to: number): number =>
  Math.round(median(changesBefore(course, from, to, DAYS_BEFORE)))

/** What the day until `to` had of its own: how far its steps were from those of the two days before, and its largest rise beyond them, in grams. */
export function ownWays(course: RecentReadings, to: number): { noiseGrams: number; riseGrams: number } {
  const { times, weights } = course
  const steps: number[] = []
  for (let at = times.length - 1; at > 0 && times[at]! > to - DAY_SECONDS; at--) {
    if (times[at]! > to) continue
    const before = changesBefore(course, times[at - 1]!, times[at]!, 2)
    if (before.length > 0) steps.push(weights[at]! - weights[at - 1]! - Math.round(median(before)))
  }
  const sizes = steps.map(Math.abs).sort((a, b) => a - b)
  return {
    noiseGrams: sizes[Math.floor(sizes.length * NOISE_SHARE)] ?? 0,
    riseGrams: Math.max(0, ...steps),
  }
}

function changesBefore(course: RecentReadings, from: number, to: number, days: number): number[] {
  const changes: number[] = []
  for (let day = 1; day <= days; day++) {
    const before = weightAt(course, from - day * DAY_SECONDS)
    const after = weightAt(course, to - day * DAY_SECONDS)
    if (before !== null && after !== null) changes.push(after - before)
  }
  return changes
}

/** The weight at a time between two readings, as if it had gone straight from one to the other. */
function weightAt({ times, weights }: RecentReadings, time: number): number | null {
  const after = times.findIndex((other) => other >= time)
  if (after < 0) return null
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
