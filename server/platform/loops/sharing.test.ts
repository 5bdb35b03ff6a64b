import { expect, test } from 'vitest'
import { systemClock } from '../runtime/clock.ts'
import { silentLogger } from '../runtime/logger.ts'
import { createBreakers } from './breaker.ts'
import { createDueLoop, type DueWork } from './due-loop.ts'
import type { Sharing } from './sharing.ts'

type Row = { id: number; owner: string; hangs: boolean; isAlarm: boolean }

/** Creates a lane over rows in memory, in the given order. */
function laneOver(rows: Row[], over: Partial<Sharing<Row, boolean>> = {}, parallel = 4, clock = systemClock) {
  const waiting = new Map(rows.map((row) => [row.id, row]))
  const done: number[] = []
  const hanging = new Map<number, () => void>()
  let most = 0
  const breakers = createBreakers({ clock })
  const work: DueWork<Row, boolean> = {
    name: 'rows',
    parallel,
    stopWithinMs: 20,
    sharing: {
      most: 16,
      patienceMs: 5,
      holdersOf: ({ owner }) => ({ owner }),
      destinationsOf: ({ owner, id }) => [{ breakers, place: owner, witness: id }],
      isUrgent: ({ isAlarm }) => isAlarm,
      verdictOf: (answered) => (answered ? 'answered' : 'silent'),
      ...over,
    },
    selectDue: async (_, limit) => [...waiting.values()].slice(0, limit),
    selectNextDue: async () => undefined,
    attempt: ({ id, hangs }, { signal }) =>
      new Promise((resolve) => {
        if (!hangs) return resolve(true)
        most = Math.max(most, hanging.size + 1)
        const end = () => {
          hanging.delete(id)
          resolve(false)
        }
        hanging.set(id, end)
        signal.addEventListener('abort', end)
      }),
    async settle({ id }) {
      waiting.delete(id)
      done.push(id)
    },
  }
  const loop = createDueLoop({ clock, logger: silentLogger() }, work)
  return { loop, done, hanging, breakers, waiting, most: () => most }
}

const row = (id: number, owner: string, hangs = false, isAlarm = true): Row => ({ id, owner, hangs, isAlarm })
const rowsOf = (owner: string, from: number, count: number, hangs: boolean, isAlarm = true) =>
  Array.from({ length: count }, (_, i) => row(from + i, owner, hangs, isAlarm))

test('rows that hang for one owner neither delay the others nor take all of the capacity', async () => {
  const lane = laneOver([...rowsOf('anna', 0, 50, true), ...rowsOf('ben', 100, 20, false)])
  lane.loop.wake()
  await expect.poll(() => lane.done.length).toBe(20)
  expect(lane.done.every((id) => id >= 100)).toBe(true)
  expect(lane.most()).toBeLessThanOrEqual(8)
  await lane.loop.stop()
})

test('many owners whose rows hang leave room for one more', async () => {
  const inTurns = (_: unknown, turn: number) =>
    Array.from({ length: 12 }, (_, owner) => row(owner * 100 + turn, `owner ${owner}`, true))
  const hanging = Array.from({ length: 20 }, inTurns).flat()
  const lane = laneOver([...hanging, row(9000, 'ben')])
  lane.loop.wake()
  await expect.poll(() => lane.done).toEqual([9000])
  await lane.loop.stop()
})

test('an owner whose rows hang does not use up every attempt at a gateway that is left alone', async () => {
  let now = 0
  const clock = { ...systemClock, now: () => now }
  const destinationsOf = () => [{ breakers: lane.breakers, place: 'gateway', witness: Symbol('a try') }]
  const lane = laneOver(rowsOf('eve', 0, 9, true), { most: 4, destinationsOf }, 4, clock)
  for (let silent = 0; silent < 4; silent += 2) {
    lane.loop.wake()
    await expect.poll(() => lane.hanging.size).toBe(2)
    for (const end of lane.hanging.values()) end()
    await expect.poll(() => lane.done.length).toBe(silent + 2)
  }
  expect(lane.breakers.open()).toEqual(['gateway'])
  lane.waiting.set(100, row(100, 'ben'))
  now += 15_000
  lane.loop.wake()
  await expect.poll(() => lane.done).toContain(100)
  await lane.loop.stop()
})

test('rows other than alarms take at most half of the capacity', async () => {
  const notices = Array.from({ length: 30 }, (_, i) => row(i, `owner ${i}`, true, false))
  const lane = laneOver([...notices, row(100, 'anna')])
  lane.loop.wake()
  await expect.poll(() => lane.done).toEqual([100])
  expect(lane.most()).toBeLessThanOrEqual(8)
  await lane.loop.stop()
})

test('a place that hangs is left alone, then tried by one at a time; rows waiting for it are deferred', async () => {
  const held: number[] = []
  const lane = laneOver(rowsOf('anna', 0, 50, true), {
    async hold(rows) {
      for (const { id } of rows) lane.waiting.delete(id)
      held.push(...rows.map(({ id }) => id))
    },
  })
  lane.loop.wake()
  await expect.poll(() => lane.hanging.size).toBe(8)
  for (const end of [...lane.hanging.values()]) end()
  await lane.loop.idle()
  expect(lane.breakers.open()).toEqual(['anna'])
  expect(held).toHaveLength(42)
  await lane.loop.stop()
})

test('however many rows wait for a place that is left alone, those behind them are done', async () => {
  const lane = laneOver([...rowsOf('anna', 0, 600, true), row(1000, 'ben')], {
    async hold(rows) {
      for (const { id } of rows) lane.waiting.delete(id)
    },
  })
  for (const end of ['a', 'b', 'c'].map((witness) => lane.breakers.ask('anna', witness))) end('silent')
  lane.loop.wake()
  await lane.loop.idle()
  expect(lane.done).toEqual([1000])
  await lane.loop.stop()
})

test('a stop abandons hanging rows, which stay due', async () => {
  const lane = laneOver([...rowsOf('anna', 0, 3, true), row(10, 'ben')])
  lane.loop.wake()
  await expect.poll(() => [lane.done.length, lane.hanging.size]).toEqual([1, 3])
  await lane.loop.stop()
  expect(lane.done).toEqual([10])
  expect([...lane.waiting.keys()]).toEqual([0, 1, 2])
})
