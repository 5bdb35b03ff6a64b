import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Settling } from './settling.ts'

const [ANNA, BEN] = [1, 2]
const allDone = { isDone: true, isRolledUp: true }

let settling: Settling
beforeEach(() => {
  settling = new Settling()
})

/** Starts waiting; returns a function that tells whether it is still waiting. */
function wait(patience: 'briefly' | 'patiently' = 'patiently', controllerIds?: number[]): () => Promise<boolean> {
  let waits = true
  void settling.wait(patience, controllerIds).then(() => {
    waits = false
  })
  return async () => {
    await Promise.resolve()
    return waits
  }
}

test('only those with acknowledged readings are unsettled, until a round has taken them up', () => {
  expect([settling.isSettled(), settling.isSettled([ANNA])]).toEqual([true, true])
  settling.add(ANNA)
  expect([settling.isSettled(), settling.isSettled([ANNA, BEN]), settling.isSettled([BEN])]).toEqual([
    false,
    false,
    true,
  ])
  settling.begin()
  settling.add(BEN)
  expect([settling.isSettled([ANNA]), settling.isSettled([BEN])]).toEqual([false, false])
  settling.end(allDone)
  expect([settling.isSettled([ANNA]), settling.isSettled([BEN])]).toEqual([true, false])
})

test('a change without a transmitter may concern anybody', () => {
  settling.add()
  expect([settling.isSettled(), settling.isSettled([ANNA]), settling.isSettled([])]).toEqual([false, false, false])
  settling.begin()
  settling.end(allDone)
  expect(settling.isSettled([ANNA])).toBe(true)
})

test.each([
  ['something of it is left', { isDone: false, isRolledUp: true }],
  ['its coarser levels are not there', { isDone: true, isRolledUp: false }],
])('after a round nothing is settled while %s', (_, left) => {
  settling.add(ANNA)
  settling.begin()
  settling.end(left)
  expect(settling.isSettled([ANNA])).toBe(false)
  settling.begin()
  settling.end(allDone)
  expect(settling.isSettled([ANNA])).toBe(true)
})

test('the round after a failed one continues it, so that what came in since waits for the next', async () => {
  settling.add(ANNA)
  settling.begin()
  settling.fail()
  settling.add(BEN)
  const ben = wait('patiently', [BEN])
  settling.begin()
  settling.end(allDone)
  expect([settling.isSettled([BEN]), await ben()]).toEqual([false, true])
  settling.begin()
  settling.end(allDone)
  expect([settling.isSettled(), await ben()]).toEqual([true, false])
})

test('who asks during a round waits for the next one if something came in since', async () => {
  settling.add(ANNA)
  const early = wait()
  settling.begin()
  const taken = wait('patiently', [ANNA])
  settling.add(BEN)
  const late = wait('patiently', [ANNA, BEN])
  settling.end(allDone)
  expect([await early(), await taken(), await late()]).toEqual([false, false, true])
  settling.begin()
  settling.end({ isDone: true, isRolledUp: false })
  expect([await late(), settling.isWaitedFor]).toEqual([false, false])
})

test('if something is left for long, patient readers wait for it and the others do not', async () => {
  const left = { isDone: false, isRolledUp: true }
  settling.add(ANNA)
  const [brief, patient] = [wait('briefly'), wait()]
  settling.begin()
  settling.end(left)
  expect([await brief(), await patient()]).toEqual([true, true])
  const later = performance.now() + 300
  const clock = vi.spyOn(performance, 'now').mockReturnValue(later)
  onTestFinished(() => clock.mockRestore())
  settling.end(left)
  expect([await brief(), await patient()]).toEqual([false, true])
})

test('a failed round is not waited for, only the next one if something came in since', async () => {
  settling.add(ANNA)
  const early = wait()
  settling.begin()
  settling.add(BEN)
  const late = wait('patiently', [BEN])
  settling.fail()
  expect([await early(), await late()]).toEqual([false, true])
  settling.begin()
  settling.end(allDone)
  settling.begin()
  settling.end(allDone)
  expect(await late()).toBe(false)
})

test('nobody waits long for a round that never begins', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const [brief, patient] = [wait('briefly'), wait()]
  vi.advanceTimersByTime(1000)
  expect([await brief(), await patient()]).toEqual([false, true])
  vi.advanceTimersByTime(59_000)
  expect([await patient(), settling.isWaitedFor]).toEqual([false, false])
})
