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

  test('starts where this year does and shows the gains of that year', () => {
    const own = points(1000 * DAY, [50, 51, 52])
    const before = points(635 * DAY, [30, 32, 34])
    const series = yearBeforeSeries(before, 365 * DAY, own, { from: 1000 * DAY, to: 1002 * DAY }, look)!
    expect([...series.points.time]).toEqual([1000, 1001, 1002].map((day) => day * DAY))
    expect([...series.points.value]).toEqual([50, 52, 54])
  })

  test('does not lift a temperature', () => {
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

  test('is missing if there is no reading from that time', () => {
    const own = points(1000 * DAY, [50, 51])
    const span = { from: 1000 * DAY, to: 1001 * DAY }
    expect(yearBeforeSeries(points(600 * DAY, [30, 31]), 365 * DAY, own, span, look)).toBeUndefined()
    expect(yearBeforeSeries(points(0, []), 365 * DAY, own, span, look)).toBeUndefined()
  })

  test('is not lifted if this year has no reading yet', () => {
    const span = { from: 1000 * DAY, to: 1001 * DAY }
    const series = yearBeforeSeries(points(635 * DAY, [30, 31]), 365 * DAY, points(0, []), span, look)!
    expect([...series.points.value]).toEqual([30, 31])
  })
})
