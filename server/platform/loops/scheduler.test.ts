import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fixedClock } from '../runtime/clock.ts'
import { createLogger } from '../runtime/logger.ts'
import type { EachByItself } from './each-by-itself.ts'
import { createScheduler, type Scheduler } from './scheduler.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

let clock: ReturnType<typeof fixedClock>
let scheduler: Scheduler
let runs: number
let finish: () => void

beforeEach(() => {
  vi.useFakeTimers()
  clock = fixedClock(Date.parse('2026-05-10T10:00:30Z'))
  const loops = () => ({ note: async () => undefined }) as unknown as EachByItself
  scheduler = createScheduler({ logger: createLogger('silent'), loops, clock })
  runs = 0
})
afterEach(() => {
  scheduler.stop()
  vi.useRealTimers()
})

/** Advances time by a few seconds per look: second by second, an hour would take too long on a busy machine. */
async function pass(ms: number): Promise<void> {
  const step = Math.min(ms, 5 * SECOND)
  for (let passed = 0; passed < ms; passed += step) {
    clock.advance(step)
    await vi.advanceTimersByTimeAsync(SECOND)
  }
}
const everyFiveMinutes = () => scheduler.every('*/5 * * * *', 'counting', async () => void runs++)

test('it runs when the pattern says so', async () => {
  everyFiveMinutes()
  await pass(4 * MINUTE)
  expect(runs).toBe(0)
  await pass(11 * MINUTE)
  expect(runs).toBe(3)
})

test('a clock that is set ahead by a day makes it run once, one that is set back makes it wait no longer than before', async () => {
  everyFiveMinutes()
  clock.advance(DAY)
  await pass(SECOND)
  expect(runs).toBe(1)
  clock.advance(-DAY)
  await pass(5 * MINUTE)
  expect(runs).toBe(2)
})

test('it is not begun again while it runs', async () => {
  scheduler.every('* * * * *', 'counting', () => {
    runs++
    return new Promise((resolve) => {
      finish = resolve
    })
  })
  await pass(3 * MINUTE)
  expect(runs).toBe(1)
  finish()
  await pass(MINUTE)
  expect(runs).toBe(2)
})

test.each([
  ['locked', 'SQLITE_BUSY'],
  ['unreachable', '08006'],
])('a run that met a database that is %s is repeated soon', async (_, code) => {
  scheduler.every('0 * * * *', 'counting', async () => {
    runs++
    if (runs === 1) throw Object.assign(new Error('not now'), { code })
  })
  await pass(59.5 * MINUTE)
  expect(runs).toBe(1)
  await pass(MINUTE)
  expect(runs).toBe(2)
  await pass(50 * MINUTE)
  expect(runs).toBe(2)
})
