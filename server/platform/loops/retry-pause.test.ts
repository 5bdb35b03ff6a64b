import { expect, test } from 'vitest'
import { nextTry } from './retry-pause.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test.each([
  [1, 0, 0.5 * MINUTE],
  [1, 5 * MINUTE, 5 * MINUTE],
  [4, 5 * MINUTE, 30 * MINUTE],
  [99, 0, 2 * HOUR],
  [1, 30 * 24 * HOUR, 2 * HOUR],
  [1, Number.POSITIVE_INFINITY, 2 * HOUR],
])('after failure %i, and with a pause of %i ms asked for, it is tried again after %i ms', (attempts, asked, pause) => {
  expect(nextTry({ createdAt: 0, attempts }, 0, asked)).toBe(pause)
})

test('a delivery that is a day old, or no longer wanted, is given up', () => {
  expect(nextTry({ createdAt: 0, attempts: 1 }, 24 * HOUR)).toBeUndefined()
  expect(nextTry({ createdAt: 0, attempts: 1, until: MINUTE }, 0, HOUR)).toBeUndefined()
})
