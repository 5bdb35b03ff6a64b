import { expect, test } from 'vitest'
import { daysUntil } from './days-until.ts'

const at = (day: number, hour: number) => new Date(2026, 2, day, hour, 30).getTime()

test.each([
  ['later today', at(10, 23), 0],
  ['earlier today', at(10, 0), 0],
  ['early tomorrow', at(11, 0), 1],
  ['late yesterday', at(9, 23), -1],
  ['a week from now', at(17, 1), 7],
  ['in four weeks, over the change of daylight saving', at(38, 12), 28],
])('%s', (_, time, days) => {
  expect(daysUntil(time, at(10, 12))).toBe(days)
})
