import { expect, test } from 'vitest'
import { makePoints } from '../../../../charts/points/points.ts'
import type { SeriesKey } from '../state/series-key.ts'
import { smoothPoints } from './smooth-points.ts'

const spike = makePoints(Float64Array.of(0, 600, 1200, 1800), Float64Array.of(40, 40, 45, 40))
const points = new Map<SeriesKey, typeof spike>([
  ['1', spike],
  ['1t', spike],
  ['2', spike],
])
const places = [
  { id: 7, scaleIds: [1] },
  { id: 8, scaleIds: [2] },
]

test('only weights of transmitters with the filter are smoothed', () => {
  const controllers = [
    { id: 7, signalFilter: true },
    { id: 8, signalFilter: false },
  ]
  const lengths = [...smoothPoints(points, controllers, places)].map(([key, { time }]) => [key, time.length])
  expect(lengths).toEqual([
    ['1', 3],
    ['1t', 4],
    ['2', 4],
  ])
})

test('without any filter the same object is returned', () => {
  expect(smoothPoints(points, [{ id: 7, signalFilter: false }], places)).toBe(points)
})
