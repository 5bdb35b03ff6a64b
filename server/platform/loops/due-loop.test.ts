import { expect, test } from 'vitest'
import { systemClock } from '../runtime/clock.ts'
import { silentLogger } from '../runtime/logger.ts'
import { createDueLoop } from './due-loop.ts'

const ROWS = 5

async function afterTurns(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await undefined
}

/** Runs rows that become due one by one, each once the previous one is settled; returns those that were done. */
async function doneOneByOne(workTurns: number, lookTurns: number): Promise<number[]> {
  let waiting = [{ id: 1 }]
  const done: number[] = []
  const loop = createDueLoop<{ id: number }, undefined>(
    { clock: systemClock, logger: silentLogger() },
    {
      name: 'rows',
      parallel: 2,
      selectDue: async () => waiting,
      async selectNextDue() {
        await afterTurns(lookTurns)
        return undefined
      },
      async attempt() {
        await afterTurns(workTurns)
        return undefined
      },
      async settle({ id }) {
        done.push(id)
        waiting = id < ROWS ? [{ id: id + 1 }] : []
      },
    },
  )
  loop.wake()
  await loop.idle()
  await loop.stop()
  return done
}

test('rows are found at whatever moment they become due', async () => {
  for (let workTurns = 0; workTurns < 16; workTurns++) {
    for (let lookTurns = 0; lookTurns < 16; lookTurns++) {
      expect(await doneOneByOne(workTurns, lookTurns), `${workTurns} ${lookTurns}`).toEqual([1, 2, 3, 4, 5])
    }
  }
})

test('a row that is under way is not started again, however often somebody looks', async () => {
  const begun: number[] = []
  const ended: number[] = []
  let looks = 0
  let answer: (() => void) | undefined
  const loop = createDueLoop<{ id: number }, undefined>(
    { clock: systemClock, logger: silentLogger() },
    {
      name: 'rows',
      parallel: 4,
      async selectDue() {
        looks++
        return [{ id: 1 }].filter(({ id }) => !ended.includes(id))
      },
      selectNextDue: async () => undefined,
      attempt({ id }) {
        begun.push(id)
        return new Promise((resolve) => {
          answer = () => resolve(undefined)
        })
      },
      settle: async ({ id }) => void ended.push(id),
    },
  )
  for (let look = 1; look <= 3; look++) {
    loop.wake()
    await expect.poll(() => looks).toBe(look)
    await afterTurns(20)
  }
  answer!()
  await loop.idle()
  expect({ begun, ended }).toEqual({ begun: [1], ended: [1] })
  await loop.stop()
})

test('a process that is no longer the keeper starts nothing, and does not perform pending last steps', async () => {
  let isKeeper = true
  const begun: number[] = []
  const sent: number[] = []
  let arrive: (() => void) | undefined
  const ready = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const loop = createDueLoop<{ id: number }, undefined>(
    { clock: systemClock, logger: silentLogger(), isKeeper: () => isKeeper },
    {
      name: 'rows',
      parallel: 1,
      inDoubtForMs: 1000,
      selectDue: async () => (sent.length > 0 ? [] : [{ id: 1 }]),
      selectNextDue: async () => undefined,
      async attempt({ id }, { lastStep }) {
        begun.push(id)
        await ready
        await lastStep().then(
          () => sent.push(id),
          () => undefined,
        )
        return undefined
      },
      settle: async () => undefined,
    },
  )
  loop.wake()
  await expect.poll(() => begun).toEqual([1])
  isKeeper = false
  arrive!()
  await loop.idle()
  loop.wake()
  await loop.idle()
  expect({ begun, sent }).toEqual({ begun: [1], sent: [] })
  isKeeper = true
  loop.wake()
  await expect.poll(() => sent.length).toBeGreaterThan(0)
  await loop.stop()
})
