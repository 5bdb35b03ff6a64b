import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { createHandover, isAnsweredSoon, isFollowedSoon, noteAnswered, noteAsked } from './handover.ts'

/** Longer than any machine stalls. */
const LONG_MS = 60_000
/** Answers the request it is started with while the other thread is still busy and does not return to its event loop. */
const ANSWERING = `const { workerData } = require('node:worker_threads'); Atomics.store(workerData, 1, Atomics.load(workerData, 0))`

let worker: Worker | undefined
afterEach(() => worker?.terminate())

test.skipIf(availableParallelism() === 1)('an answer of another thread is seen without returning to the loop', () => {
  const handover = createHandover()
  noteAsked(handover, 7)
  worker = new Worker(ANSWERING, { eval: true, workerData: handover })
  expect(isAnsweredSoon(handover, 7, LONG_MS)).toBe(true)
})

test('waiting ends after the given time', () => {
  const handover = createHandover()
  noteAsked(handover, 7)
  noteAnswered(handover, 6)
  expect(isAnsweredSoon(handover, 7)).toBe(false)
  expect(isFollowedSoon(handover, 7)).toBe(false)
  noteAsked(handover, 8)
  expect(isFollowedSoon(handover, 7)).toBe(true)
})

test('numbers continue beyond 32 bits', () => {
  const handover = createHandover()
  const id = 2 ** 31 + 5
  noteAsked(handover, id)
  noteAnswered(handover, id)
  expect(isAnsweredSoon(handover, id)).toBe(true)
  expect(isFollowedSoon(handover, id)).toBe(false)
  noteAsked(handover, id + 1)
  expect(isFollowedSoon(handover, id)).toBe(true)
})
