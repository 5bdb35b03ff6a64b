import { expect, test } from 'vitest'
import { swissYear, swissYearBegin } from './swiss-period.ts'

test.each([
  ['2026-12-31T22:59:59.999Z', 2026],
  ['2026-12-31T23:00:00.000Z', 2027],
  ['2027-01-01T00:00:00.000Z', 2027],
  ['2027-07-01T00:00:00.000Z', 2027],
  ['2027-12-31T22:59:59.999Z', 2027],
])('%s is in the year %d in Switzerland', (time, year) => {
  expect(swissYear(Date.parse(time))).toBe(year)
})

test('a year starts at midnight there', () => {
  expect(new Date(swissYearBegin(2027)).toISOString()).toBe('2026-12-31T23:00:00.000Z')
})
