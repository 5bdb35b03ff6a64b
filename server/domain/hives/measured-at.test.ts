import { expect, test } from 'vitest'
import { measuredAt, overdueSince } from './measured-at.ts'

const time = '2026-05-20T12:00:00.000Z'

test('a quantity has its own time, and that of the newest reading where it is not known', () => {
  expect(measuredAt({ time, weightTime: '2026-05-20T06:00:00.000Z' }, 'weight')).toBe('2026-05-20T06:00:00.000Z')
  expect(measuredAt({ time, weightTime: null }, 'weight')).toBe(time)
  // an answer stored before the server told it
  expect(measuredAt({ time }, 'weight')).toBe(time)
})

test.each([
  ['2026-05-20T12:00:00.000Z', 1, false],
  ['2026-05-20T09:00:00.000Z', 1, false],
  ['2026-05-20T08:59:59.000Z', 1, true],
  ['2026-05-20T08:00:00.000Z', 2, false],
  ['2026-05-20T06:59:59.000Z', 2, true],
])(
  'a weight of %s is overdue at noon for a transmitter that sends every %d hours: %s',
  (weightTime, hours, isOverdue) => {
    expect(overdueSince({ time, weightTime }, 'weight', hours)).toBe(isOverdue ? weightTime : undefined)
  },
)

test('nothing is overdue of which nothing is known', () => {
  expect(overdueSince(null, 'weight', 1)).toBeUndefined()
  expect(overdueSince({ time, weightTime: null }, 'weight', 1)).toBeUndefined()
})
