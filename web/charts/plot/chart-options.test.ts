import { describe, expect, test } from 'vitest'
import { valueRange } from './chart-options.ts'

const weight = { mode: 'value', leastSpan: 1 } as const

describe('the range of an axis', () => {
  test('what stands still looks still', () => {
    expect(valueRange(40, 40.5, weight)).toEqual([39.75, 40.75])
    expect(valueRange(40, 40, weight)).toEqual([39.5, 40.5])
  })

  test('what moves gets a little air', () => {
    expect(valueRange(40, 50, weight)).toEqual([39.4, 50.6])
    const [low, high] = valueRange(40, 40.95, weight)
    expect(high - low).toBeCloseTo(1.064)
  })

  test('compared curves and bars show their zero', () => {
    expect(valueRange(2, 4, { mode: 'compare' })).toEqual([-0.24, 4.24])
    expect(valueRange(-3, -1, { mode: 'delta' })[1]).toBeGreaterThan(0)
  })

  test('without a reading there is still an axis', () => {
    const [low, high] = valueRange(null, null, weight)
    expect(low).toBeLessThan(0)
    expect(high).toBeGreaterThan(1)
  })
})
