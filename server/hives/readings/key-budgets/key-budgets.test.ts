import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '../../../platform/http/app-error.ts'
import { createKeyBudgets, type KeyBudget } from './key-budgets.ts'

const MINUTE_READINGS = 8
const DAY_OF_MINUTES = 1440 * MINUTE_READINGS
const MONTH_OF_MINUTES = 30 * DAY_OF_MINUTES
const READING_BYTES = 95

function open(readingsADay = 1_000_000) {
  const time = { ms: 1_000_000 }
  const budgets = createKeyBudgets({ readingsADay }, () => time.ms)
  return { time, budgets, budget: budgets.learn('key', 7) }
}

/** The seconds to wait that a refusal names; undefined if there is room. */
function waitOf(work: () => void): number | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 429) throw error
    return error.retryAfterSeconds
  }
}

/** Sends readings as a real device would, waiting as told; returns how many seconds that took. */
function send({ time, budgets, budget }: ReturnType<typeof open>, readings: number, aRequest: number): number {
  const begun = time.ms
  for (let left = readings; left > 0; left -= aRequest) {
    const request = () => {
      budgets.takeRequest(budget, aRequest * READING_BYTES)
      budgets.takeReadings(budget, aRequest)
    }
    for (let wait = waitOf(request); wait !== undefined; wait = waitOf(request)) time.ms += wait * 1000
  }
  return (time.ms - begun) / 1000
}

test('a day of minute readings on eight channels is accepted at once', () => {
  expect(send(open(), DAY_OF_MINUTES, 5760)).toBe(0)
})

test.each([8000, 800, MINUTE_READINGS])(
  'a backlog of a month is accepted within minutes, with %i readings per request',
  (size) => {
    expect(send(open(), MONTH_OF_MINUTES, size)).toBeLessThan(6 * 60)
  },
)

test('a key that sends nonstop stores a million readings on the first day, and as many on each later one', () => {
  const all = open()
  const { time, budgets, budget } = all
  let stored = 0
  let waited = 0
  for (const end = time.ms + 2 * 86_400_000; time.ms < end; ) {
    const wait = waitOf(() => budgets.takeReadings(budget, 10_000))
    if (wait === undefined) stored += 10_000
    else {
      waited++
      time.ms += wait * 1000
    }
  }
  expect(stored).toBeGreaterThan(2_900_000)
  expect(stored).toBeLessThan(3_020_000)
  expect(budgets.counts.day + budgets.counts.readings).toBe(waited)
  expect(budgets.drain().reduce((sum, { requests }) => sum + requests, 0)).toBe(waited)
  expect(budgets.drain()).toEqual([])
})

test('readings that were already known do not count toward the day', () => {
  const { time, budgets, budget } = open(20_000)
  for (let i = 0; i < 50; i++) {
    budgets.takeReadings(budget, 10_000)
    budgets.giveBackReadings(budget, 10_000)
    time.ms += 2000
  }
  budgets.takeReadings(budget, 10_000)
  budgets.takeReadings(budget, 10_000)
  expect(waitOf(() => budgets.takeReadings(budget, 1))).toBeGreaterThan(0)
})

test('the wait is accurate: after it there is room, and a second and a half before there is none', () => {
  const wanted = fc.record({
    readings: fc.integer({ min: 1, max: 10_000 }),
    pauseMs: fc.integer({ min: 0, max: 3000 }),
  })
  fc.assert(
    fc.property(fc.array(wanted, { minLength: 1, maxLength: 80 }), (requests) => {
      const { time, budgets, budget } = open(50_000)
      for (const { readings, pauseMs } of requests) {
        time.ms += pauseMs
        const wait = waitOf(() => budgets.takeReadings(budget, readings))
        if (wait === undefined) continue
        if (wait > 2) {
          time.ms += (wait - 1.5) * 1000
          if (waitOf(() => budgets.takeReadings(budget, readings)) === undefined) return false
          time.ms -= (wait - 1.5) * 1000
        }
        time.ms += wait * 1000
        if (waitOf(() => budgets.takeReadings(budget, readings)) !== undefined) return false
      }
      return true
    }),
  )
})

test('small requests are limited by their number, large ones by their bytes', () => {
  const { budgets, budget } = open()
  const untilRefused = (bytes: number) => {
    let taken = 0
    while (waitOf(() => budgets.takeRequest(budget, bytes)) === undefined) taken++
    return taken
  }
  expect(untilRefused(100)).toBe(5000)
  expect(budgets.counts.requests).toBe(1)
  const other = budgets.learn('other', 8)
  let large = 0
  while (waitOf(() => budgets.takeRequest(other, 1024 * 1024)) === undefined) large++
  expect(large).toBe(64)
  expect(budgets.drain()).toEqual([
    { controllerId: 7, reason: 'requests', requests: 1 },
    { controllerId: 8, reason: 'bytes', requests: 1 },
  ])
})

test('an address may try a few hundred unknown keys; valid ones behind it cost nothing', () => {
  const { time, budgets } = open()
  for (let i = 0; i < 10_000; i++) {
    budgets.takeUnknown('carrier')
    budgets.giveBackUnknown('carrier')
  }
  for (let i = 0; i < 300; i++) budgets.takeUnknown('carrier')
  expect(waitOf(() => budgets.takeUnknown('carrier'))).toBe(1)
  expect(waitOf(() => budgets.takeUnknown('another'))).toBeUndefined()
  time.ms += 1000
  expect(waitOf(() => budgets.takeUnknown('carrier'))).toBeUndefined()
  expect(budgets.counts.unknown_keys).toBe(1)
})

test('a million keys and addresses take limited memory, and busy ones among them are not forgotten', () => {
  const { budgets, budget } = open()
  while (waitOf(() => budgets.takeReadings(budget, 10_000)) === undefined);
  for (let i = 0; i < 300_000; i++) {
    budgets.learn(`key ${i}`, i)
    budgets.takeUnknown(`address ${i}`)
    if (i % 1000 === 0) expect(waitOf(() => budgets.takeReadings(budgets.of('key') as KeyBudget, 10_000))).toBeDefined()
  }
  expect(budgets.of('key 5')).toBeUndefined()
})
