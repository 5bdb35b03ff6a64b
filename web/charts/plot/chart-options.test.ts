import { describe, expect, test } from 'vitest'
import { tickSteps, valueRange } from './chart-options.ts'

const weight = { mode: 'value', leastSpan: 1 } as const

describe('the range of an axis', () => {
  test('a constant value looks constant', () => {
    expect(valueRange(40, 40.5, weight)).toEqual([39.75, 40.75])
    expect(valueRange(40, 40, weight)).toEqual([39.5, 40.5])
  })

  test('a moving value gets some space above and below', () => {
    expect(valueRange(40, 50, weight)).toEqual([39.4, 50.6])
    const [low, high] = valueRange(40, 40.95, weight)
    expect(high - low).toBeCloseTo(1.064)
  })

  test('compared curves and bars show their zero', () => {
    expect(valueRange(2, 4, { mode: 'compare' })).toEqual([-0.24, 4.24])
    expect(valueRange(-3, -1, { mode: 'delta' })[1]).toBeGreaterThan(0)
  })

  test('a signal that never changes is not magnified', () => {
    expect(valueRange(-67, -67, { mode: 'value', leastSpan: 10 })).toEqual([-72, -62])
  })

  test('without a reading there is still an axis', () => {
    const [low, high] = valueRange(null, null, weight)
    expect(low).toBeLessThan(0)
    expect(high).toBeGreaterThan(1)
  })
})

describe('the ticks of an axis', () => {
  test.each([
    ['weights are read to 10 g', 38, 56, 2, 0.01],
    ['of a heavy hive no decimals but the first fit', 95, 130, 2, 0.1],
    ['a minus sign takes room, too', -66, -40, 2, 0.1],
    ['what is read out in whole numbers has whole ones', -72, -62, 0, 1],
    ['thousands are whole', -2000, 4000, 1, 1],
  ])('%s', (_, min, max, digits, least) => {
    const steps = tickSteps(min, max, digits)
    expect(steps[0]).toBe(least)
    expect(steps).toContain(500)
    if (least === 1) expect(steps).not.toContain(2.5)
  })
})
