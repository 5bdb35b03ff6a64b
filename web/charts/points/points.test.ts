import { describe, expect, it } from 'vitest'
import { indexFrom } from '#domain/platform/index-from.ts'
import { firstSince, interpolate, makePoints, nearestIndex, noPoints } from './points.ts'
import { usualStep } from './usual-step.ts'

const points = makePoints(Float64Array.of(0, 10, 20, 30, 100, 110), Float64Array.of(1, 2, 3, 4, 5, 6))

describe('the readings of a series', () => {
  it('know their usual step despite gaps', () => {
    expect(usualStep([0, 10, 20, 30, 100, 110])).toBe(10)
    expect(usualStep([5])).toBe(0)
    expect(usualStep(Float64Array.from({ length: 5000 }, (_, i) => i * 600))).toBe(600)
  })

  it.each([
    [-1, 0],
    [0, 0],
    [1, 1],
    [30, 3],
    [31, 4],
    [111, 6],
  ])('find the first reading at or after %d', (at, index) => {
    expect(indexFrom(points.time, at)).toBe(index)
  })

  it.each([
    [4, 0],
    [6, 1],
    [24, 2],
    [39, 3],
    [65, -1],
    [91, 4],
    [139, 5],
    [141, -1],
    [-31, -1],
  ])('find the reading nearest to %d, and none inside a gap', (at, index) => {
    expect(nearestIndex(points, at)).toBe(index)
  })

  it('have a value between readings but not in a gap or outside', () => {
    expect(interpolate(points, 15)).toBe(2.5)
    expect(interpolate(points, 30)).toBe(4)
    expect(interpolate(points, 60)).toBeUndefined()
    expect(interpolate(points, -1)).toBeUndefined()
    expect(interpolate(points, 111)).toBeUndefined()
    expect(interpolate(noPoints, 1)).toBeUndefined()
    expect(nearestIndex(noPoints, 1)).toBe(-1)
  })
})

describe('the first point since a time', () => {
  const days = { time: Float64Array.of(10, 20, 30, 90, 100), begin: Float64Array.of(0, 10, 20, 80, 90) }
  const buckets = makePoints(days.time, Float64Array.of(1, 2, 3, 4, 5), { begin: days.begin })

  it.each([
    ['is a bucket that ends with it', 10, 0],
    ['is a bucket that has begun and goes on', 15, 1],
    ['is none that silence follows, as it may have been read before', 25, 3],
    ['is one that begins within a silence', 50, 3],
    ['is not the last one, if that has begun before', 95, 5],
  ])('%s', (_, from, index) => {
    expect(firstSince(buckets, from)).toBe(index)
  })

  it('is a reading at exactly that time', () => {
    expect(firstSince(points, 25)).toBe(3)
    expect(firstSince(noPoints, 25)).toBe(0)
  })
})
