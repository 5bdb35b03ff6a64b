import { expect, test } from 'vitest'
import { periodOf, usualPeriod } from './heatmap-period.ts'

test.each([
  ['2026-04-01T12:00:00', { year: 2026, whole: false }],
  ['2026-09-30T12:00:00', { year: 2026, whole: false }],
  ['2026-10-01T12:00:00', { year: 2026, whole: true }],
  ['2026-12-31T12:00:00', { year: 2026, whole: true }],
  ['2027-01-01T12:00:00', { year: 2027, whole: true }],
  ['2027-03-31T12:00:00', { year: 2027, whole: true }],
])('readings that end at %s are shown with their own period', (last, usual) => {
  expect(usualPeriod(Date.parse(last))).toEqual(usual)
  const { days } = periodOf(usual.year, usual.whole)
  expect(days).toContain(last.slice(0, 10))
})
