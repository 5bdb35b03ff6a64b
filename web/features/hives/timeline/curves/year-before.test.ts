import { describe, expect, test } from 'vitest'
import { secondsToYearBefore, yearBeforeSeries } from './year-before.ts'

const DAY = 86_400
const at = (text: string) => Date.parse(text) / 1000
const points = (from: number, values: number[]) => ({
  time: Float64Array.from(values, (_, i) => from + i * DAY),
  value: Float64Array.from(values),
  gap: 3 * DAY,
})
const look = { label: 'A year before', lifted: true }

describe('the year before', () => {
  test.each([
    ['2026-05-10T12:00:00Z', '2025-05-10T12:00:00Z'],
    ['2024-03-01T12:00:00Z', '2023-03-01T12:00:00Z'],
    ['2024-02-29T12:00:00Z', '2023-03-01T12:00:00Z'],
    ['2025-02-28T12:00:00Z', '2024-02-28T12:00:00Z'],
  ])('of %s is %s', (now, before) => {
    expect(at(now) - secondsToYearBefore(at(now))).toBe(at(before))
  })

  test('begins where this year does, and gains what it gained', () => {
    const own = points(1000 * DAY, [50, 51, 52])
    const before = points(635 * DAY, [30, 32, 34])
    const series = yearBeforeSeries(before, 365 * DAY, own, { from: 1000 * DAY, to: 1002 * DAY }, look)!
    expect([...series.points.time]).toEqual([1000, 1001, 1002].map((day) => day * DAY))
    expect([...series.points.value]).toEqual([50, 52, 54])
  })

  test('a temperature stays what it was', () => {
    const own = points(1000 * DAY, [35, 35])
    const series = yearBeforeSeries(
      points(635 * DAY, [20, 21]),
      365 * DAY,
      own,
      { from: 1000 * DAY, to: 1001 * DAY },
      {
        ...look,
        lifted: false,
      },
    )!
    expect([...series.points.value]).toEqual([20, 21])
  })

  test('without a reading of then there is no line', () => {
    const own = points(1000 * DAY, [50, 51])
    const span = { from: 1000 * DAY, to: 1001 * DAY }
    expect(yearBeforeSeries(points(600 * DAY, [30, 31]), 365 * DAY, own, span, look)).toBeUndefined()
    expect(yearBeforeSeries(points(0, []), 365 * DAY, own, span, look)).toBeUndefined()
  })

  test('where this year has no reading yet, it stands as it was', () => {
    const span = { from: 1000 * DAY, to: 1001 * DAY }
    const series = yearBeforeSeries(points(635 * DAY, [30, 31]), 365 * DAY, points(0, []), span, look)!
    expect([...series.points.value]).toEqual([30, 31])
  })
})
