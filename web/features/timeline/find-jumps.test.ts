import { describe, expect, it } from 'vitest'
import { makePoints } from '../../charts/points.ts'
import { findJumps } from './find-jumps.ts'

const weights = (step: number, ...values: number[]) =>
  makePoints(
    Float64Array.from(values, (_, index) => index * step),
    Float64Array.from(values),
  )

describe('jumps', () => {
  it('are steps of a kilogram or more, up and down', () => {
    const found = findJumps(weights(600, 40, 40.2, 43.2, 43.3, ...Array(7).fill(43.3), 41))
    expect(found.map(({ time }) => time)).toEqual([1200, 6600])
    expect(found[0]?.change).toBeCloseTo(3)
    expect(found[1]?.change).toBeCloseTo(-2.3)
  })

  it('of one inspection are one, with what is left in the end', () => {
    const [only, ...others] = findJumps(weights(600, 40, 30, 20, 28, 43))
    expect(others).toEqual([])
    expect(only).toEqual({ time: 600, change: 3 })
  })

  it('that come back are none', () => {
    expect(findJumps(weights(600, 40, 35, 40.2, 40.2))).toEqual([])
  })

  it('are not looked for between hours, where a flow looks the same', () => {
    expect(findJumps(weights(3600, 40, 42, 44))).toEqual([])
  })
})
