import { expect, test } from 'vitest'
import { isNobodyHeard, mayShareCause } from './nobody-heard.ts'

const HOUR = 3600_000
const NOW = 100 * HOUR

/** Transmitters by how many hours ago they were last heard, each of another person with an interval of an hour unless it says otherwise. */
const heard = (...hoursAgo: (number | { ago: number; owner?: number; interval?: number })[]) =>
  hoursAgo.map((one, at) => {
    const { ago, owner = at, interval = 1 } = typeof one === 'number' ? { ago: one } : one
    return { ownerId: owner, heardAt: NOW - ago * HOUR, updateIntervalHours: interval }
  })

test.each([
  ['five people fell silent together', heard(2, 1.8, 1.7, 2.4, 1.6), true],
  ['five people, but the next turn is not yet missed', heard(1.4, 1.8, 1.7, 2.4, 2), false],
  ['one of many was heard just now', heard(2, 1.8, 1.7, 2.4, 1.6, 2, 2, 0), false],
  ['four people: they may share a gateway', heard(2, 1.8, 1.7, 2.4), false],
  ['one person with many transmitters', heard(...Array.from({ length: 40 }, () => ({ ago: 2, owner: 1 }))), false],
  ['one alone, and four that went one by one before', heard(2, 30, 200, 50, 9), false],
  ['five together, and others that were silent before', heard(2, 1.8, 1.7, 2.4, 1.6, 30, 300), true],
  ['five that come only every six hours have not had their turn', heard(...turns(6, 5)), false],
  ['they have had it', heard(...turns(6, 6.6)), true],
  ['they do not contradict five that have had theirs', heard(2, 2, 2, 2, 1.6, ...turns(6, 4)), true],
  ['nobody is expected', [], false],
])('%s', (_, transmitters, isIt) => {
  const heardAt = Math.max(0, ...transmitters.map((one) => one.heardAt))
  expect(isNobodyHeard(transmitters, heardAt, (since) => NOW - since)).toBe(isIt)
})

test('a transmitter that nobody owns counts as heard', () => {
  const transmitters = heard(2, 1.8, 1.7, 2.4, 1.6)
  expect(isNobodyHeard(transmitters, NOW - HOUR, (since) => NOW - since)).toBe(false)
})

test('after a downtime, each has its turn again', () => {
  const transmitters = heard(9, 9, 9, 9, 9)
  const startedAgo = (hours: number) => (since: number) => NOW - Math.max(since, NOW - hours * HOUR)
  expect(isNobodyHeard(transmitters, NOW - 9 * HOUR, startedAgo(1.5))).toBe(false)
  expect(isNobodyHeard(transmitters, NOW - 9 * HOUR, startedAgo(1.6))).toBe(true)
  // one was heard since: the others had no turn before
  expect(isNobodyHeard(transmitters, NOW - 1.6 * HOUR, startedAgo(1.7))).toBe(true)
})

function turns(interval: number, ago: number) {
  return Array.from({ length: 5 }, (_, at) => ({ ago: ago + at / 10, interval, owner: 100 + at }))
}

const silent = (hour: number, updateIntervalHours = 1) => ({ heardAt: hour * HOUR, updateIntervalHours })

test.each([
  ['within a turn of each other', silent(10), silent(11), true],
  ['one was heard when the other had missed its turn', silent(10), silent(12), false],
  ['a longer interval allows more', silent(8, 6), silent(12), true],
  ['but not if its turn was missed before', silent(5, 6), silent(12), false],
  ['nor if the frequent one was silent before', silent(5), silent(12, 6), false],
])('sharing a cause: %s', (_, one, other, together) => {
  expect(mayShareCause(one, other)).toBe(together)
  expect(mayShareCause(other, one)).toBe(together)
})
