import { expect, test } from 'vitest'
import { changeToday, dayChanges, sumOfDays } from './day-changes.ts'

const midnights = [
  { date: '2026-02-28', weight: 40, delta: null },
  { date: '2026-03-01', weight: 41.5, delta: 1.5 },
  { date: '2026-03-02', weight: 41, delta: -0.5 },
]
const last = { time: '2026-03-02T10:00:00.000Z', weight: 41.75, temperature: null, humidity: null }

test('the difference between two midnights belongs to the day between', () => {
  expect(dayChanges({ midnights })).toEqual([
    { date: '2026-02-27', delta: null },
    { date: '2026-02-28', delta: 1.5 },
    { date: '2026-03-01', delta: -0.5 },
  ])
})

test('today counts from the last midnight, if its weight is known', () => {
  expect(changeToday({ midnights, last })).toBe(0.75)
  expect(changeToday({ midnights: [...midnights, { date: '2026-03-03', weight: null, delta: null }], last })).toBe(null)
  expect(changeToday({ midnights, last: null })).toBe(null)
  expect(changeToday({ midnights, last: { ...last, weight: null } })).toBe(null)
  expect(changeToday({ midnights: [], last })).toBe(null)
})

test('a sum leaves out unknown days, and is unknown if all are', () => {
  expect(sumOfDays(dayChanges({ midnights }))).toBe(1)
  expect(sumOfDays([{ date: '2026-03-01', delta: null }])).toBe(null)
})
