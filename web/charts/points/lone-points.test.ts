import { expect, test } from 'vitest'
import { withoutLonePoints } from './lone-points.ts'
import { makePoints } from './points.ts'

const every = 600
const points = (...value: number[]) =>
  makePoints(
    Float64Array.from(value, (_, i) => i * every),
    Float64Array.from(value),
  )

test.each([
  ['a gust of wind', [40, 40.1, 41.5, 40.1, 40.2], [40, 40.1, 40.1, 40.2]],
  ['a hand below', [40, 40, 12, 40.1, 40.1], [40, 40, 40.1, 40.1]],
  ['the noise of the scale', [40, 40.15, 40, 40.1, 40], [40, 40.15, 40, 40.1, 40]],
  ['a swarm that leaves', [42, 42, 40.6, 39.4, 39.4], [42, 42, 40.6, 39.4, 39.4]],
  ['a super set on', [42, 42, 48, 48, 48], [42, 42, 48, 48, 48]],
  ['two readings apart', [42, 42, 48, 48, 42, 42], [42, 42, 48, 48, 42, 42]],
  ['the first and the last', [50, 40, 40, 50], [50, 40, 40, 50]],
  ['one at the edge of a step', [40, 43, 42, 42], [40, 43, 42, 42]],
])('%s', (_, values, left) => {
  expect([...withoutLonePoints(points(...values)).value]).toEqual(left)
})

test('a reading next to a gap stays, and removing one opens no gap', () => {
  const time = Float64Array.of(0, 600, 1200, 90_000, 90_600)
  const smooth = withoutLonePoints(makePoints(time, Float64Array.of(40, 40, 45, 40, 40)))
  expect([...smooth.value]).toEqual([40, 40, 45, 40, 40])
  const spike = withoutLonePoints(points(40, 40, 45, 40, 40))
  expect(spike.gap).toBeGreaterThan(2 * every)
})
