import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareOffset } from './compare.ts'
import { makePoints, noPoints } from './points.ts'
import { summarizeSpan } from './span-summary.ts'

const weights = (...values: number[]) =>
  makePoints(
    Float64Array.from(values, (_, index) => index * 600),
    Float64Array.from(values),
  )
const all = { from: 0, to: 1e9 }

describe('the summary of a span', () => {
  it('contains gain, loss, extremes and change', () => {
    expect(summarizeSpan(weights(40, 41, 43, 42, 42.5), all)).toEqual({
      first: 40,
      last: 42.5,
      change: 2.5,
      gain: 3.5,
      loss: 1,
      min: 40,
      max: 43,
    })
  })

  it('does not add up the noise of the scale', () => {
    const noisy = weights(40, 40.03, 40, 40.04, 40.01, 40.03, 40, 41)
    expect(summarizeSpan(noisy, all)?.gain).toBeCloseTo(1)
    expect(summarizeSpan(noisy, all)?.loss).toBeCloseTo(0)
  })

  it('begins with a fall as well as with a rise', () => {
    const falling = summarizeSpan(weights(40, 39, 38, 39), all)
    expect([falling?.gain, falling?.loss]).toEqual([1, 2])
  })

  it('uses only the readings of the span, with the extremes of buckets', () => {
    const buckets = makePoints(Float64Array.of(0, 10, 20, 30), Float64Array.of(1, 2, 3, 9), {
      low: Float64Array.of(1, 0, 3, 9),
      high: Float64Array.of(1, 2, 7, 9),
    })
    expect(summarizeSpan(buckets, { from: 5, to: 25 })).toMatchObject({ first: 2, last: 3, min: 0, max: 7 })
  })

  it('ignores what buckets contain from before the span', () => {
    const days = makePoints(Float64Array.of(10, 20, 30, 90, 100, 110), Float64Array.of(50, 51, 52, 31, 32, 33), {
      low: Float64Array.of(49, 40, 51, 30, 31, 32),
      high: Float64Array.of(50, 60, 53, 31, 32, 33),
      begin: Float64Array.of(0, 10, 20, 80, 90, 100),
    })
    expect(summarizeSpan(days, { from: 25, to: 200 })).toMatchObject({ first: 31, change: 2, min: 30, max: 33 })
    expect(summarizeSpan(days, { from: 15, to: 40 })).toMatchObject({ first: 51, change: 1, min: 51, max: 53 })
    expect(compareOffset(days, { from: 25, to: 200 })).toBe(31)
    expect(compareOffset(days, { from: 15, to: 40 })).toBe(50.5)
  })

  it('is undefined without readings', () => {
    expect(summarizeSpan(noPoints, all)).toBeUndefined()
    expect(summarizeSpan(weights(1, 2), { from: 1, to: 599 })).toBeUndefined()
  })

  it('always balances: gain minus loss is the change', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 1 }), (values) => {
        const summary = summarizeSpan(weights(...values), all)!
        expect(summary.gain - summary.loss).toBeCloseTo(summary.change, 6)
        expect(summary.gain).toBeGreaterThanOrEqual(0)
        expect(summary.loss).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('comparing', () => {
  const points = makePoints(Float64Array.of(0, 10, 20, 100, 110), Float64Array.of(1, 2, 4, 8, 9))

  it.each([
    [0, 1],
    [15, 3],
    [60, 8],
    [-50, 1],
    [200, 0],
  ])('from %d starts at %d', (from, offset) => {
    expect(compareOffset(points, { from, to: 150 })).toBe(offset)
  })

  it('offsets nothing for a curve that begins after the right edge', () => {
    expect(compareOffset(points, { from: -50, to: -10 })).toBe(0)
  })
})
