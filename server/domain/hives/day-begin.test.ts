import { expect, test } from 'vitest'
import { dayBegin, dayEnd } from './day-begin.ts'
import { localMidnights } from './local-midnight.ts'

test.each([
  ['of summer', 'Europe/Zurich', '2026-06-01', '2026-05-31T22:00:00Z', 24],
  ['of 23 hours', 'Europe/Zurich', '2026-03-29', '2026-03-28T23:00:00Z', 23],
  ['of 25 hours', 'Europe/Zurich', '2026-10-25', '2026-10-24T22:00:00Z', 25],
  ['in the west', 'America/Phoenix', '2026-06-01', '2026-06-01T07:00:00Z', 24],
  ['half an hour off', 'Asia/Kolkata', '2026-06-01', '2026-05-31T18:30:00Z', 24],
  ['of a fixed offset', '-07:00', '2026-06-01', '2026-06-01T07:00:00Z', 24],
  ['that has no midnight', 'Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z', 23],
  ['that has two midnights', 'America/Havana', '2026-11-01', '2026-11-01T04:00:00Z', 25],
])('a day %s', (_, timeZone, date, begin, hours) => {
  const from = dayBegin({ timeZone }, date)
  expect(new Date(from * 1000).toISOString().replace('.000Z', 'Z')).toBe(begin)
  expect((dayEnd({ timeZone }, date) - from) / 3600).toBe(hours)
  // `localMidnights` must find the same moments
  expect(localMidnights({ timeZone }, from - 3600, from + 3600)).toEqual([{ date, time: from }])
})
