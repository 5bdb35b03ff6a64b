import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLastSteps, type LastStep } from './last-steps.ts'

/** Creates steps that note in `begun` when their turn comes. */
function lineOf(count: number, patienceMs: number) {
  const begun: number[] = []
  const aside: number[] = []
  const { newStep, close } = createLastSteps(patienceMs)
  const steps = Array.from({ length: count }, (_, id) => newStep(() => aside.push(id)))
  const begin = (step: LastStep, id: number) => step.begin().then(() => void begun.push(id))
  return { begun, aside, steps, begin, close, beginAll: () => steps.map(begin) }
}

const turns = () => pause(0)
const LONG_MS = 600_000

test('one at a time is in doubt, until its outcome is stored', async () => {
  const { begun, steps, beginAll } = lineOf(3, LONG_MS)
  beginAll()
  await turns()
  expect(begun).toEqual([0])
  steps[0]!.answered()
  await turns()
  expect(begun).toEqual([0])
  steps[0]!.end()
  await turns()
  expect(begun).toEqual([0, 1])
  steps[1]!.end()
  steps[1]!.end()
  await turns()
  expect(begun).toEqual([0, 1, 2])
})

test('one that gets no answer steps aside for the next, and does not get a second turn', async () => {
  const { begun, aside, steps, beginAll } = lineOf(3, 20)
  beginAll()
  await expect.poll(() => begun).toEqual([0, 1, 2])
  await expect.poll(() => aside).toEqual([0, 1, 2])
  for (const step of steps) step.end()
})

test('an answer that arrived while this process stalled is read', async () => {
  const { begun, aside, steps, beginAll } = lineOf(2, 200)
  beginAll()
  await turns()
  const stillUntil = performance.now() + 500
  while (performance.now() < stillUntil);
  await pause(1)
  steps[0]!.answered()
  await pause(1)
  expect([begun, aside]).toEqual([[0], []])
  steps[0]!.end()
})

test('an answer is stored before anybody else’s turn, however long that takes', async () => {
  const { begun, steps, beginAll } = lineOf(2, 20)
  beginAll()
  await turns()
  steps[0]!.answered()
  await pause(60)
  expect(begun).toEqual([0])
  steps[0]!.end()
  await turns()
  expect(begun).toEqual([0, 1])
})

test('a hundred without an answer delay the next for little longer than one', async () => {
  const { begun, aside, beginAll } = lineOf(101, 1000)
  const from = performance.now()
  beginAll()
  await expect.poll(() => begun.length).toBe(101)
  expect(aside.length).toBeGreaterThanOrEqual(100)
  // it would be a hundred seconds one after the other
  expect(performance.now() - from).toBeLessThan(20_000)
})

test('one that ends before its turn holds up nobody', async () => {
  const { begun, steps, begin } = lineOf(3, LONG_MS)
  const all = [begin(steps[0]!, 0), begin(steps[1]!, 1).catch(() => 'ended'), begin(steps[2]!, 2)]
  steps[1]!.end()
  steps[0]!.end()
  expect(await all[1]).toBe('ended')
  await turns()
  expect(begun).toEqual([0, 2])
  const never = lineOf(1, LONG_MS)
  never.steps[0]!.end()
  await expect(never.begin(never.steps[0]!, 0)).rejects.toThrow('it ended before its last step')
})

test('once closed, nobody gets a turn any more, and those in doubt continue', async () => {
  const { begun, steps, begin, close } = lineOf(3, LONG_MS)
  const all = steps.slice(0, 2).map((step, id) => begin(step, id).catch(() => 'refused'))
  await turns()
  close()
  expect(await all[1]).toBe('refused')
  await expect(begin(steps[2]!, 2)).rejects.toThrow('it ended before its last step')
  steps[0]!.end()
  await turns()
  expect(begun).toEqual([0])
  expect(steps.map((step) => step.wasRefused())).toEqual([false, true, true])
})
