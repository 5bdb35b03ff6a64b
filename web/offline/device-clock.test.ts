import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deviceClock, followClock } from './device-clock.ts'

const MINUTE = 60_000
const NOON = Date.parse('2026-05-10T12:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now: NOON })
  deviceClock.aheadMs = 0
})
afterEach(() => vi.useRealTimers())

const answer = (date: string | undefined) => ({ headers: new Headers(date === undefined ? {} : { Date: date }) })
const at = (ms: number) => answer(new Date(ms).toUTCString())

test.each([
  ['agree', 0, 0],
  ['differ by little', 4 * MINUTE, 0],
  ['differ by as little the other way', -4 * MINUTE, 0],
  ['differ as this one is ahead', -90 * MINUTE, 90 * MINUTE],
  ['differ as this one is behind', 26 * 60 * MINUTE, -26 * 60 * MINUTE],
])('clocks that %s', (_, serverMs, aheadMs) => {
  followClock(at(NOON + serverMs), NOON)
  expect(deviceClock.aheadMs).toBe(aheadMs)
})

test('an answer that took long, as the phone slept, is no wrong clock', () => {
  for (const answeredAt of [NOON - 60 * MINUTE, NOON - 30 * MINUTE, NOON]) {
    followClock(at(answeredAt), NOON - 60 * MINUTE)
    expect(deviceClock.aheadMs).toBe(0)
  }
})

test('a clock that was put right is told of no longer, and nothing is known of an answer without a time', () => {
  followClock(at(NOON - 60 * MINUTE), NOON)
  for (const answered of [answer(undefined), answer('soon')]) {
    followClock(answered, NOON)
    expect(deviceClock.aheadMs).toBe(60 * MINUTE)
  }
  // the clock was corrected between request and answer
  followClock(at(NOON), NOON + 60 * MINUTE)
  expect(deviceClock.aheadMs).toBe(60 * MINUTE)
  followClock(at(NOON), NOON + 26 * 60 * MINUTE)
  expect(deviceClock.aheadMs).toBe(60 * MINUTE)
  followClock(at(NOON), NOON)
  expect(deviceClock.aheadMs).toBe(0)
})
