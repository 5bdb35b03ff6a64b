import { expect, test } from 'vitest'
import { DEFAULT_ZONE, localMidnights } from './local-midnight.ts'

const seconds = (text: string): number => Date.parse(text) / 1000

test.each([
  ['winter', '2026-01-10T00:00:00Z', '2026-01-11T00:00:00Z', ['2026-01-10T23:00:00.000Z']],
  ['summer', '2026-07-10T00:00:00Z', '2026-07-11T00:00:00Z', ['2026-07-10T22:00:00.000Z']],
  [
    'the clocks go forward',
    '2026-03-28T12:00:00Z',
    '2026-03-31T12:00:00Z',
    ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z', '2026-03-30T22:00:00.000Z'],
  ],
  [
    'the clocks go back',
    '2026-10-24T12:00:00Z',
    '2026-10-26T12:00:00Z',
    ['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ],
  ['both ends count', '2026-07-10T22:00:00Z', '2026-07-10T22:00:00Z', ['2026-07-10T22:00:00.000Z']],
  ['nothing between', '2026-07-10T22:00:01Z', '2026-07-11T21:59:59Z', []],
])('midnights in Zurich: %s', (_, from, to, expected) => {
  const times = localMidnights(DEFAULT_ZONE, seconds(from), seconds(to))
  expect(times.map(({ time }) => new Date(time * 1000).toISOString())).toEqual(expected)
})

test('the date is that of the day that starts', () => {
  expect(localMidnights(DEFAULT_ZONE, seconds('2026-07-10T20:00:00Z'), seconds('2026-07-10T23:00:00Z'))).toEqual([
    { date: '2026-07-11', time: seconds('2026-07-10T22:00:00Z') },
  ])
})

test.each([
  [-5, '2026-07-10T05:00:00.000Z'],
  [0, '2026-07-10T00:00:00.000Z'],
  [2, '2026-07-10T22:00:00.000Z'],
])('a fixed offset of %i hours', (utcOffsetHours, expected) => {
  const [first] = localMidnights({ utcOffsetHours }, seconds('2026-07-10T00:00:00Z'), seconds('2026-07-10T23:00:00Z'))
  expect(new Date(first!.time * 1000).toISOString()).toBe(expected)
})
