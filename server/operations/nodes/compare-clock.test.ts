import { beforeEach, expect, test, vi } from 'vitest'
import { silentLogger } from '../../platform/runtime/logger.ts'
import { createClockComparison } from './compare-clock.ts'

const HOUR = 3_600_000
const logger = silentLogger()
const warn = vi.spyOn(logger, 'warn')
beforeEach(() => void warn.mockClear())

/** Asks a database that answers after `passes`, by a machine's clock that is `ahead` of the database's. */
async function compared(ahead: number, passes: number) {
  let wall = HOUR + ahead
  const comparison = createClockComparison(logger, () => wall)
  await comparison.during(async () => {
    wall += passes
    return HOUR + passes
  })
  return comparison.aheadMs()
}

test.each([
  ['fits', 0, null],
  ['differs a little', 4000, null],
  ['is an hour ahead', HOUR, HOUR],
  ['is an hour behind', -HOUR, -HOUR],
])('a clock that %s', async (_, ahead, found) => {
  const aheadMs = await compared(ahead, 0)
  expect(aheadMs).toBe(found)
  expect(warn).toHaveBeenCalledTimes(found === null ? 0 : 1)
})

test('a slow answer does not count as a difference', async () => {
  expect(await compared(0, HOUR)).toBe(null)
  expect(await compared(3000, HOUR)).toBe(null)
})

test('it is reported once, and again when the clocks differ anew', async () => {
  let wall = HOUR
  const comparison = createClockComparison(logger, () => wall)
  const during = () => comparison.during(async () => 0)
  for (let i = 0; i < 3; i++) await during()
  expect(warn.mock.calls).toEqual([
    [
      { seconds: 3600 },
      expect.stringMatching(/^the clock of this node is ahead of PostgreSQL's: synchronize .* \(NTP\)/),
    ],
  ])
  wall = 0
  await during()
  expect(comparison.aheadMs()).toBe(null)
  wall = -HOUR
  await during()
  expect(warn).toHaveBeenCalledTimes(2)
})

test('nothing is known about a node whose row belongs to another process', async () => {
  const comparison = createClockComparison(logger, () => HOUR)
  expect(await comparison.during(async () => undefined)).toBeUndefined()
  expect(comparison.aheadMs()).toBe(null)
})
