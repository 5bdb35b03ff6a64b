import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSteadyClock, type SteadyClock } from './steady-clock.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const START = Date.parse('2026-05-10T10:00:00Z')

let truth: number
/** How far the wall clock is ahead of the true time. */
let wrongBy: number
let clock: SteadyClock
let wrong: (number | undefined)[]
let steps: number

beforeEach(() => {
  truth = START
  wrongBy = 0
  open()
})
afterEach(() => clock.stop())

function open(known: { lastUp?: number; transmitters?: number } = {}): void {
  clock?.stop()
  clock = createSteadyClock({ wall: () => truth + wrongBy, ticks: () => truth - START })
  wrong = []
  steps = 0
  clock.follow(
    (by) => wrong.push(by),
    () => steps++,
  )
  clock.begin({ lastUp: undefined, builtAt: START - DAY, transmitters: 10, ...known })
}
function pass(ms: number): void {
  truth += ms
  clock.look()
}
/** Transmitters measure and send immediately, or a few minutes late. */
function hear(count: number, lateMs = 0): void {
  for (let i = 0; i < count; i++) clock.heard(`${i}`, truth - lateMs - i * 1000)
}
const state = () => ({ error: clock.now() - truth, isTrusted: clock.isTrusted(), wrong: wrong.at(-1) })

test('it follows small corrections without reporting them', () => {
  for (let i = 0; i < 100; i++) {
    wrongBy += 30_000
    pass(MINUTE)
  }
  expect(state()).toEqual({ error: wrongBy, isTrusted: true, wrong: undefined })
  expect(steps).toBe(0)
})

test.each([DAY, -HOUR, -3 * DAY])('a clock that jumps by %d ms is reported, and time goes on as before', (by) => {
  wrongBy = by
  pass(1000)
  expect(state()).toEqual({ error: 0, isTrusted: false, wrong: by })
  hear(3)
  expect(state()).toEqual({ error: 0, isTrusted: true, wrong: by })
  pass(48 * HOUR)
  hear(3)
  expect(state()).toEqual({ error: 0, isTrusted: true, wrong: by })
  wrongBy = 0
  pass(1000)
  expect(state()).toEqual({ error: 0, isTrusted: true, wrong: undefined })
  expect(steps).toBe(0)
})

test('a jump that was right, as after a machine slept, is believed when transmitters agree with it', () => {
  // the tick counter stood still while the machine slept
  truth += 8 * HOUR
  const slept = createSteadyClock({ wall: () => truth, ticks: () => truth - START - 8 * HOUR })
  slept.stop()
  clock.stop()
  let ticks = 0
  let wall = START
  clock = createSteadyClock({ wall: () => wall, ticks: () => ticks })
  clock.begin({ lastUp: undefined, builtAt: 0, transmitters: 10 })
  let stepped = 0
  clock.follow(
    () => undefined,
    () => stepped++,
  )
  wall += 8 * HOUR
  ticks += 1000
  clock.look()
  expect(clock.isTrusted()).toBe(false)
  // a reading that is fresh by either clock is not refused as from the future
  expect(clock.latest()).toBe(wall)
  for (const id of ['a', 'b', 'c']) clock.heard(id, wall - MINUTE)
  expect(clock.isTrusted()).toBe(true)
  expect(clock.now()).toBe(wall)
  expect(stepped).toBe(1)
})

test('a wrong clock at the start is found by what many transmitters send', () => {
  wrongBy = -HOUR
  open()
  expect(state()).toEqual({ error: -HOUR, isTrusted: true, wrong: undefined })
  hear(3, MINUTE)
  expect(Math.abs(state().error)).toBeLessThanOrEqual(2 * MINUTE)
  expect(wrong.at(-1)).toBeLessThan(-50 * MINUTE)
  wrongBy = 0
  pass(1000)
  hear(3, MINUTE)
  expect(state()).toEqual({ error: 0, isTrusted: true, wrong: undefined })
})

test('some transmitters whose clocks are ahead change nothing', () => {
  for (let i = 0; i < 10; i++) clock.heard(`right ${i}`, truth)
  for (let i = 0; i < 4; i++) clock.heard(`wrong ${i}`, truth + 2 * HOUR)
  expect(state()).toEqual({ error: 0, isTrusted: true, wrong: undefined })
})

test('three that are ahead by as many different times do not set the clock', () => {
  open({ transmitters: 3 })
  pass(MINUTE)
  for (const hours of [1, 2, 3]) clock.heard(`ahead ${hours}`, truth + hours * HOUR)
  expect(clock.now()).toBe(truth)
})

test('if a transmitter is heard again within a second, its newest time counts', () => {
  open({ transmitters: 3 })
  wrongBy = -HOUR
  pass(1000)
  expect(clock.isTrusted()).toBe(false)
  for (const late of [3 * HOUR, 2 * HOUR, 0]) for (const id of ['a', 'b', 'c']) clock.heard(id, truth - late)
  expect(clock.now()).toBe(truth)
  expect(clock.isTrusted()).toBe(true)
})

test('three of very many transmitters do not set the clock, whoever was heard first', () => {
  open({ transmitters: 1000 })
  for (let i = 0; i < 3; i++) clock.heard(`wrong ${i}`, truth + 2 * HOUR)
  expect(state()).toEqual({ error: 0, isTrusted: true, wrong: undefined })
})

test('a start at a time before the last run continues from the last run', () => {
  wrongBy = -6 * HOUR
  open({ lastUp: truth })
  expect(state()).toEqual({ error: 0, isTrusted: false, wrong: -6 * HOUR })
  hear(3)
  expect(state()).toEqual({ error: 0, isTrusted: true, wrong: -6 * HOUR })
})

test('a start long after the last run is believed if transmitters agree, and not if all of them lag behind', () => {
  open({ lastUp: truth - 3 * DAY })
  expect(clock.isTrusted()).toBe(false)
  hear(3)
  expect(state()).toEqual({ error: 0, isTrusted: true, wrong: undefined })
  wrongBy = DAY
  open({ lastUp: truth })
  expect(clock.isTrusted()).toBe(false)
  hear(3)
  expect(state().isTrusted).toBe(true)
  expect(Math.abs(state().error)).toBeLessThan(MINUTE)
  expect(Math.round(wrong.at(-1)! / HOUR)).toBe(24)
})

test('a time that nobody contradicts for a day is believed', () => {
  wrongBy = 3 * HOUR
  pass(1000)
  expect(clock.isTrusted()).toBe(false)
  pass(DAY + MINUTE)
  expect(state()).toEqual({ error: 3 * HOUR, isTrusted: true, wrong: undefined })
  expect(steps).toBe(1)
})

test('a million requests of a thousand transmitters are heard in little time', () => {
  const begin = performance.now()
  for (let i = 0; i < 1_000_000; i++) clock.heard(`${i % 1000}`, truth + (i % 7 === 0 ? HOUR : 0))
  expect(performance.now() - begin).toBeLessThan(30_000)
})
