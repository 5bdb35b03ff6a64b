import { expect, test } from 'vitest'
import { mayShareCause } from './silent-together.ts'

const HOUR = 3600_000
const silent = (hour: number, updateIntervalHours = 1) => ({ heardAt: hour * HOUR, updateIntervalHours })

test.each([
  ['within a turn of each other', silent(10), silent(11), true],
  ['one was heard when the other had missed its turn', silent(10), silent(12), false],
  ['a longer interval allows more', silent(8, 6), silent(12), true],
  ['but not if its turn was missed before', silent(5, 6), silent(12), false],
  ['nor if the frequent one was silent before', silent(5), silent(12, 6), false],
])('%s', (_, one, other, together) => {
  expect(mayShareCause(one, other)).toBe(together)
  expect(mayShareCause(other, one)).toBe(together)
})
