import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clampSpan, LEAST_SPAN_SECONDS, panSpan, pinchSpan, zoomSpan } from './zoom.ts'

const limits = { from: 0, to: 100_000 }
const span = fc
  .tuple(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: LEAST_SPAN_SECONDS, max: 100_000 }))
  .map(([from, length]) => clampSpan({ from, to: from + length }, limits))

describe('moving the view', () => {
  it('keeps its length at the limits', () => {
    expect(panSpan({ from: 1000, to: 11_000 }, -5000, limits)).toEqual({ from: 0, to: 10_000 })
    expect(panSpan({ from: 85_000, to: 95_000 }, 20_000, limits)).toEqual({ from: 90_000, to: 100_000 })
    expect(panSpan({ from: 1000, to: 11_000 }, 500, limits)).toEqual({ from: 1500, to: 11_500 })
  })

  it('zooms around the place under the finger', () => {
    expect(zoomSpan({ from: 10_000, to: 30_000 }, 0.5, 15_000, limits)).toEqual({ from: 12_500, to: 22_500 })
    expect(zoomSpan({ from: 10_000, to: 30_000 }, 2, 20_000, limits)).toEqual({ from: 0, to: 40_000 })
  })

  it('stops at the shortest span and at the limits', () => {
    const close = zoomSpan({ from: 10_000, to: 11_000 }, 0.01, 10_500, limits)
    expect(close.to - close.from).toBe(LEAST_SPAN_SECONDS)
    expect(zoomSpan({ from: 10_000, to: 90_000 }, 9, 10_000, limits)).toEqual(limits)
  })

  it('never leaves the limits and never reverses', () => {
    fc.assert(
      fc.property(
        span,
        fc.double({ min: 0.01, max: 100, noNaN: true }),
        fc.integer({ min: 0, max: 100_000 }),
        (view, factor, at) => {
          for (const next of [zoomSpan(view, factor, at, limits), panSpan(view, at * (factor - 1), limits)]) {
            expect(next.from).toBeGreaterThanOrEqual(limits.from)
            expect(next.to).toBeLessThanOrEqual(limits.to + 1e-6)
            expect(next.to - next.from).toBeGreaterThanOrEqual(LEAST_SPAN_SECONDS - 1e-6)
          }
        },
      ),
    )
  })

  it('is undone by the opposite zoom', () => {
    const view = { from: 40_000, to: 60_000 }
    const back = zoomSpan(zoomSpan(view, 0.5, 47_000, limits), 2, 47_000, limits)
    expect(back.from).toBeCloseTo(view.from)
    expect(back.to).toBeCloseTo(view.to)
  })

  it('keeps two fingers on the times they hold', () => {
    const before = { from: 0, to: 10_000 }
    const next = pinchSpan([20_000, 30_000], [0.25, 0.75], limits, before)
    expect(next).toEqual({ from: 15_000, to: 35_000 })
    expect(pinchSpan([20_000, 30_000], [0.5, 0.5], limits, before)).toBe(before)
    expect(pinchSpan([20_000, 30_000], [0.75, 0.25], limits, before)).toBe(before)
  })

  it('makes a valid view of one that is too short or out of range', () => {
    expect(clampSpan({ from: -500, to: -400 }, limits)).toEqual({ from: 0, to: LEAST_SPAN_SECONDS })
    expect(clampSpan({ from: 500, to: 500 }, { from: 0, to: 600 })).toEqual({ from: 0, to: 600 })
  })
})
