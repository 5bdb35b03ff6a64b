import { expect, test } from 'vitest'
import { isStale } from './stale.ts'

const now = Date.UTC(2026, 4, 20, 12)
const before = (hours: number, minutes = 0) => new Date(now - (hours * 60 + minutes) * 60_000).toISOString()

test.each([
  { interval: 1, time: before(3), stale: false },
  { interval: 1, time: before(3, 1), stale: true },
  { interval: 6, time: before(13), stale: false },
  { interval: 6, time: before(13, 1), stale: true },
  { interval: 1, time: before(-1), stale: false },
  { interval: 1, time: null, stale: false },
])('updates every $interval h, last heard at $time: stale $stale', ({ interval, time, stale }) => {
  expect(isStale(time, interval, now)).toBe(stale)
})
