import { expect, test } from 'vitest'
import { periodOf, usualMapPeriod, usualPeriod } from './heatmap-period.ts'

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

test.each([
  ['2028-01-01T00:07:00', '2028-01-01T00:06:00', '2027-12-31', { year: 2027, whole: true }],
  ['2028-04-01T23:30:00', '2028-04-01T23:00:00', '2028-03-31', { year: 2028, whole: true }],
  ['2028-04-02T00:30:00', '2028-04-02T00:00:00', '2028-04-01', { year: 2028, whole: false }],
  ['2028-10-01T08:00:00', '2028-10-01T07:00:00', '2028-09-30', { year: 2028, whole: false }],
  ['2028-05-20T08:00:00', '2027-08-03T07:00:00', '2027-08-03', { year: 2027, whole: false }],
])('on %s, with readings until %s, the map shows %s', (now, last, day, usual) => {
  expect(usualMapPeriod(Date.parse(last), Date.parse(now))).toEqual(usual)
  expect(periodOf(usual.year, usual.whole).days).toContain(day)
})
