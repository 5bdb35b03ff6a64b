import { expect, test } from 'vitest'
import { dayChanges } from './day-changes.ts'

const midnights = [
  { date: '2026-02-28', weight: 40, delta: null },
  { date: '2026-03-01', weight: 41.5, delta: 1.5 },
  { date: '2026-03-02', weight: 41, delta: -0.5 },
]

test('the difference between two midnights belongs to the day between', () => {
  expect(dayChanges({ midnights })).toEqual([
    { date: '2026-02-27', delta: null },
    { date: '2026-02-28', delta: 1.5 },
    { date: '2026-03-01', delta: -0.5 },
  ])
})
