import { describe, expect, it } from 'vitest'
import { curvePath } from './sparkline-path.ts'

const box = { width: 100, height: 10 }

describe('the path of a small curve', () => {
  it('runs from the minimum at the bottom to the maximum at the top', () => {
    expect(curvePath([0, 10, 20], [1, 2, 3], box)).toEqual({
      line: 'M0 10h0L50 5L100 0',
      area: 'M0 10V10L50 5L100 0V10Z',
      end: { x: 100, y: 0 },
    })
  })

  it('breaks at a missing value and starts again behind it', () => {
    const path = curvePath([0, 10, 20, 30], [0, null, 4, 4], box)
    expect(path?.line).toBe('M0 10h0M66.67 0h0L100 0')
    expect(path?.area).toBe('M0 10V10V10ZM66.67 10V0L100 0V10Z')
  })

  it('breaks after a pause of more than three usual steps', () => {
    const line = curvePath([0, 10, 20, 30, 61, 71], [1, 1, 1, 1, 2, 2], box)?.line
    expect(line?.match(/M/g)).toHaveLength(2)
    expect(curvePath([0, 10, 20, 30, 60, 70], [1, 1, 1, 1, 2, 2], box)?.line.match(/M/g)).toHaveLength(1)
  })

  it('puts a flat curve in the middle and a single reading at the right', () => {
    expect(curvePath([0, 10], [7, 7], box)?.end).toEqual({ x: 100, y: 5 })
    expect(curvePath([3], [7], box)?.end).toEqual({ x: 100, y: 5 })
  })

  it('takes fixed bounds instead of those of the values', () => {
    expect(curvePath([0, 10], [1, 2], { ...box, bottom: 0, top: 4 })?.line).toBe('M0 7.5h0L100 5')
  })

  it('has no path without a value', () => {
    expect(curvePath([], [], box)).toBeUndefined()
    expect(curvePath([0, 10], [null, null], box)).toBeUndefined()
  })
})
