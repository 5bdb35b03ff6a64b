import { expect, it } from 'vitest'
import { thinTile } from './tile-thin.ts'
import { ABSENT, type RawTile } from './timeline-tile.ts'

const DAY = 20_000 * 86_400
const tile = (time: number[], columns: Record<string, number[]>): RawTile => ({
  level: 'raw',
  from: DAY,
  length: time.length,
  time: Int32Array.from(time),
  columns: Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, Int32Array.from(values)])),
})

it('keeps the last reading of each hour', () => {
  const full = tile([0, 600, 3599, 3600, 9000], { weight: [1, 2, 3, 4, 5], temperature: [6, 7, 8, 9, 10] })
  expect(thinTile(full)).toEqual(tile([3599, 3600, 9000], { weight: [3, 4, 5], temperature: [8, 9, 10] }))
})

it('keeps the last value of each column in its own row', () => {
  const full = tile([0, 600, 1200], { weight: [1, 2, ABSENT], temperature: [ABSENT, ABSENT, 5] })
  expect(thinTile(full)).toEqual(tile([600, 1200], { weight: [2, ABSENT], temperature: [ABSENT, 5] }))
})

it.each([
  ['an hour a reading', tile([0, 3600], { weight: [1, 2] })],
  ['nothing', tile([], {})],
])('has nothing to do if there is %s, and neither when run again', (_, full) => {
  expect(thinTile(full)).toBeUndefined()
})
