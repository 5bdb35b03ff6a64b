import { describe, expect, it } from 'vitest'
import { alignSeries } from './align-series.ts'
import { makePoints, noPoints } from './points.ts'

const every10 = makePoints(Float64Array.of(0, 10, 20, 30, 40), Float64Array.of(1, 2, 3, 4, 5))
const shifted = makePoints(Float64Array.of(5, 10, 15, 20), Float64Array.of(-1, -2, -3, -4))
const all = { from: 0, to: 1000 }

describe('aligning series', () => {
  it('gives every time one row, undefined where only another series has it', () => {
    expect(alignSeries([every10, shifted], all)).toEqual([
      [0, 5, 10, 15, 20, 30, 40],
      [1, undefined, 2, undefined, 3, 4, 5],
      [undefined, -1, -2, -3, -4, undefined, undefined],
    ])
  })

  it('puts a null into a gap of more than three usual steps, but not into a shorter one', () => {
    const silent = makePoints(Float64Array.of(0, 10, 20, 50, 60, 91), Float64Array.of(1, 1, 1, 1, 1, 1))
    expect(alignSeries([silent], all)).toEqual([
      [0, 10, 20, 50, 60, 75.5, 91],
      [1, 1, 1, 1, 1, null, 1],
    ])
  })

  it('empties every row of a gap, even rows of other series, so that no line is drawn across it', () => {
    const silent = makePoints(Float64Array.of(0, 10, 20, 80), Float64Array.of(1, 1, 1, 1))
    const [time, first] = alignSeries([silent, every10], all)
    expect(time).toEqual([0, 10, 20, 30, 40, 50, 80])
    expect(first).toEqual([1, 1, 1, null, null, null, 1])
  })

  it('takes one reading more on either side of the span', () => {
    expect(alignSeries([every10], { from: 12, to: 28 })[0]).toEqual([10, 20, 30])
    expect(alignSeries([every10], { from: 41, to: 50 })[0]).toEqual([40])
  })

  it('draws nothing up to a gap after a bucket that begins before the span', () => {
    const buckets = makePoints(Float64Array.of(10, 20, 30, 90, 100, 110), Float64Array.of(1, 2, 3, 4, 5, 6), {
      begin: Float64Array.of(0, 10, 20, 80, 90, 100),
    })
    expect(alignSeries([buckets], { from: 25, to: 95 })).toEqual([
      [90, 100],
      [4, 5],
    ])
    expect(alignSeries([buckets], { from: 25, to: 50 })).toEqual([[90], [4]])
  })

  it('lowers each series by its offset', () => {
    expect(alignSeries([every10, shifted], { from: 10, to: 15 }, [2, -2])).toEqual([
      [0, 5, 10, 15, 20],
      [-1, undefined, 0, undefined, 1],
      [undefined, 1, 0, -1, undefined],
    ])
  })

  it('gives empty columns without readings', () => {
    expect(alignSeries([noPoints], all)).toEqual([[], []])
  })
})
