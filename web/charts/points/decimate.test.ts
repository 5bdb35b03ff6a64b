import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimate } from './decimate.ts'
import { makePoints, type Points } from './points.ts'

const series = (values: number[], step = 1): Points =>
  makePoints(
    Float64Array.from(values, (_, index) => index * step),
    Float64Array.from(values),
  )

describe('decimating', () => {
  it('keeps minimum and maximum of each pixel in the order in which they occurred', () => {
    const [time, values] = decimate([series([5, 1, 9, 3, 4, 8, 2, 7])], { from: 0, to: 8 }, 2)
    expect(time).toEqual([0, 1, 3, 5, 7, 8])
    expect(values).toEqual([5, 1, 9, 8, 2, undefined])
  })

  it('continues the line to the readings before and after the span', () => {
    const [, values] = decimate([series([0, 10, 20, 30], 10)], { from: 5, to: 25 }, 2)
    expect(values).toEqual([5, undefined, 10, undefined, 20, 25])
  })

  it('leaves every row of a gap empty', () => {
    const points = makePoints(
      Float64Array.of(0, 1, 2, 3, 4, 5, 30, 31, 32, 33, 34, 35),
      Float64Array.of(1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2),
    )
    const [, values] = decimate([points], { from: 0, to: 40 }, 10)
    expect(values!.slice(0, 4)).toEqual([1, 1, undefined, 1])
    expect(values!.slice(4, 16).every((value) => value === null)).toBe(true)
    expect(values!.slice(16)).toEqual([2, 2, undefined, undefined, undefined, undefined])
  })

  it('breaks the line at the right edge if the next reading is after a gap', () => {
    const points = makePoints(Float64Array.of(0, 1, 2, 3, 50), Float64Array.of(1, 1, 1, 1, 1))
    expect(decimate([points], { from: 0, to: 20 }, 4)[1]!.at(-1)).toBeNull()
  })

  it('shows the extremes of buckets and not only their last weight', () => {
    const points = makePoints(Float64Array.of(1, 2, 3), Float64Array.of(5, 5, 5), {
      low: Float64Array.of(5, 0, 5),
      high: Float64Array.of(5, 9, 5),
    })
    const [, values] = decimate([points], { from: 0, to: 4 }, 1)
    expect([...values!].filter((value) => value !== undefined)).toEqual([0, 9])
  })

  it('draws nothing up to a gap after a bucket that begins before the span', () => {
    const buckets = makePoints(Float64Array.of(10, 20, 30, 90, 100, 110), Float64Array.of(1, 2, 3, 4, 5, 6), {
      begin: Float64Array.of(0, 10, 20, 80, 90, 100),
    })
    const [, values] = decimate([buckets], { from: 25, to: 105 }, 2)
    expect(values!.filter((value) => value !== undefined && value !== null)).toEqual([4, 5, 5.5])
  })

  it('never loses or invents an extreme, and uses at most two rows per pixel', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: -1000, max: 1000 })), {
          minLength: 1,
          maxLength: 300,
        }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: -50, max: 50 }),
        (steps, columns, offset) => {
          let at = 0
          const time = Float64Array.from(steps, ([step]) => (at += step))
          const points = makePoints(
            time,
            Float64Array.from(steps, ([, value]) => value),
          )
          const span = { from: 0, to: at + 1 }
          const [rows, values] = decimate([points], span, columns, [offset])
          const shown = values!.filter((value) => typeof value === 'number')
          expect(values).toHaveLength(2 * columns + 2)
          expect([...rows!].sort((a, b) => a - b)).toEqual(rows)
          expect(Math.min(...shown)).toBe(Math.min(...points.value) - offset)
          expect(Math.max(...shown)).toBe(Math.max(...points.value) - offset)
          const width = span.to / columns
          for (let column = 0; column < columns; column++) {
            const inside = [...points.value].filter(
              (_, i) => Math.min(columns - 1, Math.floor(time[i]! / width)) === column,
            )
            const drawn = values!.slice(1 + 2 * column, 3 + 2 * column).filter((value) => typeof value === 'number')
            expect(new Set(drawn)).toEqual(
              new Set(inside.length ? [Math.min(...inside) - offset, Math.max(...inside) - offset] : []),
            )
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})
