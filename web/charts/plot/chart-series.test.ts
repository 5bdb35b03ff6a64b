import { describe, expect, it } from 'vitest'
import { makePoints } from '../points/points.ts'
import { type ChartPanel, lastSeen, panelColumns, readSeries } from './chart-series.ts'

const points = makePoints(
  Float64Array.from({ length: 1000 }, (_, i) => i * 600),
  Float64Array.from({ length: 1000 }, (_, i) => 40 + i / 100),
)
const panel = (mode: ChartPanel['mode']): ChartPanel => ({
  id: 'weight',
  label: 'Weight',
  unit: 'kg',
  digits: 2,
  mode,
  series: [{ key: '1', label: 'Hive 1', slot: 0, points }],
})
const all = { from: 0, to: 600_000 }

describe('what a panel draws', () => {
  it('is exact with at least one pixel for every two readings, and decimated otherwise', () => {
    expect(panelColumns(panel('value'), all, 500)[0]).toHaveLength(1000)
    expect(panelColumns(panel('value'), all, 100)[0]).toHaveLength(202)
  })

  it('starts at 0 when it compares', () => {
    const [, values] = panelColumns(panel('compare'), { from: 60_000, to: 120_000 }, 500)
    expect(values![1]).toBe(0)
    expect(readSeries(panel('compare'), 0, 90_000, { from: 60_000, to: 120_000 })?.value).toBeCloseTo(0.5)
  })

  it('is one value a day for bars', () => {
    const [time, values] = panelColumns(panel('delta'), { from: 90_000, to: 400_000 }, 500)
    expect(values).toHaveLength(time!.length)
    expect(values!.at(-1)).toBeUndefined()
    expect(values![1]).toBeCloseTo(1.44)
  })
})

describe('the value of a panel at a time', () => {
  it('is the nearest reading, with the time it was taken', () => {
    expect(readSeries(panel('value'), 0, 6100, all)).toEqual({ at: 6000, value: 40.1 })
    expect(readSeries(panel('value'), 0, 700_000, all)).toBeUndefined()
  })

  it('is the change of the day for bars', () => {
    const noon = new Date(1970, 0, 3, 12).getTime() / 1000
    const read = readSeries(panel('delta'), 0, noon, all)!
    expect(read.value).toBeCloseTo(1.44)
    expect(new Date(read.at * 1000).getHours()).toBe(0)
  })

  it('is missing if it may have been read before the span', () => {
    const old = makePoints(Float64Array.of(0, 10, 20, 90), Float64Array.of(1, 2, 3, 4), {
      begin: Float64Array.of(-10, 0, 10, 80),
    })
    const span = { from: 15, to: 60 }
    const one = { ...panel('value'), series: [{ key: '1', label: 'Hive 1', slot: 0, points: old }] }
    expect(readSeries(one, 0, 19, span)).toBeUndefined()
    expect(lastSeen(old, span, 'value')).toBeUndefined()
  })

  it('ends where the curve is last visible', () => {
    expect(lastSeen(points, { from: 0, to: 6100 }, 'value')).toBe(6000)
    expect(lastSeen(points, { from: 700_000, to: 800_000 }, 'value')).toBeUndefined()
  })

  it('ends with the last reading of a visible day if the panel shows changes per day', () => {
    expect(lastSeen(points, { from: 0, to: 6000 }, 'value')).toBe(6000)
    expect(lastSeen(points, { from: 0, to: 6000 }, 'delta')).toBeLessThan(6000)
  })
})
