import { expect, test } from 'vitest'
import { listenedMs, listeningSince } from './listening-span.ts'

const MINUTE = 60_000
const spans = (...minutes: [from: number, to: number][]) =>
  minutes.map(([from, to]) => ({ from: from * MINUTE, to: to * MINUTE }))

test.each([
  ['nothing is known', spans(), 0, undefined, 0],
  ['it has been up all the time', spans([0, 300]), 100, 0, 200],
  ['it was restarted', spans([0, 200], [202, 300]), 100, 0, 198],
  ['it is restarted again and again', spans([0, 50], [55, 100], [105, 150], [155, 200]), 60, 0, 130],
  ['it was away for long', spans([0, 200], [680, 700]), 100, 680, 20],
  ['it was away for long before', spans([0, 20], [100, 200], [205, 300]), 250, 100, 50],
  ['a time to come is asked for', spans([0, 100]), 500, 0, 0],
])('%s', (_, known, since, from, listened) => {
  expect(listeningSince(known)).toBe(from === undefined ? undefined : from * MINUTE)
  expect(listenedMs(known, since * MINUTE)).toBe(listened * MINUTE)
})
