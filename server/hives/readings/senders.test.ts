import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Senders } from './senders.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** One request that takes `storedMs` to store, then a rest of `restMs` before the next. */
function send(senders: Senders, storedMs: number, restMs = 0.1) {
  const pace = senders.begin(1, 0)
  vi.advanceTimersByTime(storedMs)
  senders.end(1)
  vi.advanceTimersByTime(restMs)
  return pace
}

test('a single sender that sends again immediately is pressed from the second request on', () => {
  const senders = new Senders()
  expect([send(senders, 0.2), send(senders, 0.2), send(senders, 0.2)]).toEqual([undefined, 'pressed', 'pressed'])
})

test.each([
  ['the disk is slow', 5, 0.1],
  ['there is a pause', 0.2, 5],
])('nobody is pressed when %s', (_, storedMs, restMs) => {
  const senders = new Senders()
  expect([send(senders, storedMs, restMs), send(senders, storedMs, restMs)]).toEqual([undefined, undefined])
})

test('several concurrent senders are not pressed, nor are the first ones after them', () => {
  const senders = new Senders()
  expect(senders.begin(3, 1)).toBeUndefined()
  expect(senders.enough).toBe(2)
  senders.end(3)
  expect(send(senders, 0.2)).toBeUndefined()
  const paces = Array.from({ length: 60 }, () => send(senders, 0.2))
  expect(senders.enough).toBe(1)
  expect(paces.indexOf('pressed')).toBeGreaterThan(30)
  expect(paces.at(-1)).toBe('pressed')
})

test('half of a thousand concurrent senders is not waited for', () => {
  const senders = new Senders()
  senders.begin(400, 600)
  expect(senders.enough).toBe(32)
})
