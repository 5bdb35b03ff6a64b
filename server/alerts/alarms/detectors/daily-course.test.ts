import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atHour, curveDay } from '../../../../tests/support/samples/weight-curve.ts'
import { daysKnown, expectedChange, largestRise, rememberCourse } from './daily-course.ts'
import type { RecentReadings } from './detector-state.ts'

const HOUR = 3600

/** A course read every `everyHours`, by default of a hive that gains two kilograms by day and loses one and a half by night. */
function courseOf(days: number, everyHours: number, weightAt = foraging): RecentReadings {
  const course: RecentReadings = { times: [], weights: [] }
  for (let hour = 0; hour <= days * 24; hour += everyHours) {
    rememberCourse(course, atHour(hour), weightAt(hour), everyHours * HOUR)
  }
  return course
}

function foraging(hour: number): number {
  const day = Math.floor(hour / 24)
  const since = hour - day * 24
  const byDay = Math.min(10, Math.max(0, since - 8)) * 200
  const byNight = Math.max(0, since - 18) * 250
  return 40_000 + day * 500 + byDay - byNight
}

describe('the expected change', () => {
  test.each([
    [1.5, 9, 15, 1200],
    [2, 10, 12, 400],
    [3, 18, 24, -1500],
    [6, 12, 18, 1200],
  ])('read every %d hours, from %d to %d h: %i g', (everyHours, from, to, grams) => {
    const change = expectedChange(courseOf(4, everyHours), atHour(96 + from), atHour(96 + to))
    expect(Math.abs(change - grams)).toBeLessThanOrEqual(100)
  })

  test('is nothing if no day is known yet', () => {
    expect(expectedChange({ times: [], weights: [] }, atHour(10), atHour(12))).toBe(0)
    expect(expectedChange(courseOf(0.5, 2), atHour(10), atHour(12))).toBe(0)
  })

  test('ignores a single day on which honey was taken', () => {
    const harvested = courseOf(4, 2, (hour) => foraging(hour) - (hour >= 24 + 11 ? 14_000 : 0))
    expect(expectedChange(harvested, atHour(96 + 10), atHour(96 + 12))).toBe(400)
  })

  test('is nothing after one day, on which the hive may have been fed', () => {
    const course = courseOf(1, 2)
    expect(expectedChange(course, atHour(24 + 10), atHour(24 + 12))).toBe(0)
    expect(expectedChange(courseOf(2, 2), atHour(48 + 10), atHour(48 + 12))).toBe(400)
  })
})

test.each([
  [0.5, 0],
  [1, 1],
  [4, 3],
])('after %d days, %i are known', (days, known) => {
  expect(daysKnown(courseOf(days, 2), atHour(days * 24 + 10), atHour(days * 24 + 12))).toBe(known)
})

test('a day like those before has no rise of its own, but a feed is one', () => {
  expect(largestRise(courseOf(4, 2), atHour(96))).toBe(0)
  const fed = courseOf(4, 2, (hour) => foraging(hour) + (hour >= 72 + 17 ? 3000 : 0))
  expect(largestRise(fed, atHour(96))).toBe(3000)
})

test('it holds four days, and nothing of a frequently read scale', () => {
  const all = fc.array(fc.record({ seconds: fc.integer({ min: 60, max: 200_000 }), grams: fc.integer({ min: -5000 }) }))
  fc.assert(
    fc.property(all, (steps) => {
      const course: RecentReadings = { times: [], weights: [] }
      let time = curveDay
      for (const { seconds, grams } of steps) {
        time += seconds
        rememberCourse(course, time, grams, seconds)
        expect(course.times.length).toBe(course.weights.length)
        expect(course.times.every((one) => one >= time - 4 * 86_400 && one <= time)).toBe(true)
        expect(course.times.length).toBeLessThanOrEqual((4 * 86_400) / (70 * 60) + 1)
      }
      for (let at = 1; at < course.times.length; at++) {
        expect(course.times[at]! - course.times[at - 1]!).toBeGreaterThanOrEqual(70 * 60)
      }
    }),
  )
  expect(courseOf(4, 1 / 3).times).toEqual([])
  expect(courseOf(4, 1).times.length).toBe(48 + 1)
})
