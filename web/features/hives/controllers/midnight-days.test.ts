import { expect, test } from 'vitest'
import { changesByDay, daysUntil } from './midnight-days.ts'

const at = (text: string) => new Date(text).getTime()

test.each([
  ['2026-05-20T12:00:00', 14, '2026-05-07', '2026-05-20'],
  ['2026-03-01T00:10:00', 2, '2026-02-28', '2026-03-01'],
  ['2026-03-30T23:50:00', 3, '2026-03-28', '2026-03-30'],
  ['2026-01-01T08:00:00', 1, '2026-01-01', '2026-01-01'],
])('at %s, %i days', (now, days, from, to) => {
  expect(daysUntil(at(now), days)).toEqual({ from, to })
})

test('the difference at a midnight belongs to the day before', () => {
  const midnights = [
    { date: '2026-03-01', weight: 40, delta: 0.4 },
    { date: '2026-03-02', weight: null, delta: null },
  ]
  expect(changesByDay(midnights)).toEqual([
    { date: '2026-02-28', delta: 0.4 },
    { date: '2026-03-01', delta: null },
  ])
})
