import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Settling } from './settling.ts'

const [ANNA, BEN] = [1, 2]
const allDone = { isDone: true, isRolledUp: true }

let settling: Settling
beforeEach(() => {
  settling = new Settling()
})

/** Says whether somebody still waits. */
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

test('only those whose readings were acknowledged are unsettled, until a round has taken them up', () => {
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

test('what changed of nobody in particular may be of anybody', () => {
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

test('the round after one that failed goes on with that one, so that what came in since waits for the next', async () => {
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

test('who asks while a round is under way waits for the one after it where something came in since', async () => {
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

test('where something is left for long, the patient wait for it and the others do not', async () => {
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

test('nobody waits for a round that failed, but for the next where something came in since', async () => {
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

test('nobody waits for long for a round that never begins', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const [brief, patient] = [wait('briefly'), wait()]
  vi.advanceTimersByTime(1000)
  expect([await brief(), await patient()]).toEqual([false, true])
  vi.advanceTimersByTime(59_000)
  expect([await patient(), settling.isWaitedFor]).toEqual([false, false])
})
