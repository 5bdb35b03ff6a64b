import { expect, test } from 'vitest'
import { createDigestClock } from './season-digest.ts'

const dueAt = (time: string, schedule: { weekday: number; hour: number; timeZone?: string }) => {
  const due = createDigestClock()({ timeZone: 'Europe/Zurich', ...schedule }, Date.parse(time))
  return due === undefined ? undefined : new Date(due).toISOString()
}
const monday = { weekday: 1, hour: 7 }

test.each<[string, string, Parameters<typeof dueAt>[1], string | undefined]>([
  ['on Monday at seven, in summer', '2026-05-11T05:00:00Z', monday, '2026-05-11T05:00:00.000Z'],
  ['and in winter', '2026-12-07T06:00:00Z', monday, '2026-12-07T06:00:00.000Z'],
  ['a second before', '2026-05-11T04:59:59Z', monday, undefined],
  ['in the evening, as the server was away', '2026-05-11T18:59:00Z', monday, '2026-05-11T05:00:00.000Z'],
  ['not at night, so late', '2026-05-11T19:00:00Z', monday, undefined],
  ['on the next morning', '2026-05-12T05:00:00Z', monday, '2026-05-11T05:00:00.000Z'],
  ['on the evening after no more', '2026-05-12T17:00:01Z', monday, undefined],
  ['on Sunday at midnight', '2026-05-09T22:10:00Z', { weekday: 7, hour: 0 }, '2026-05-09T22:00:00.000Z'],
  ['an hour before midnight', '2026-05-10T21:30:00Z', { weekday: 7, hour: 23 }, '2026-05-10T21:00:00.000Z'],
  ['after midnight, on time', '2026-05-10T22:30:00Z', { weekday: 7, hour: 23 }, '2026-05-10T21:00:00.000Z'],
  ['in the hour that spring leaves out', '2026-03-29T01:00:00Z', { weekday: 7, hour: 2 }, '2026-03-29T01:00:00.000Z'],
  [
    'in the hour that comes twice in autumn',
    '2026-10-25T00:30:00Z',
    { weekday: 7, hour: 2 },
    '2026-10-25T00:00:00.000Z',
  ],
  ['in its second hour, the same', '2026-10-25T01:30:00Z', { weekday: 7, hour: 2 }, '2026-10-25T00:00:00.000Z'],
  [
    'in a zone of half hours',
    '2026-05-11T01:30:00Z',
    { ...monday, timeZone: 'Asia/Kolkata' },
    '2026-05-11T01:30:00.000Z',
  ],
  [
    'where it is Monday already',
    '2026-05-10T19:00:00Z',
    { ...monday, timeZone: 'Pacific/Auckland' },
    '2026-05-10T19:00:00.000Z',
  ],
  ['over the end of a year', '2029-01-01T06:30:00Z', monday, '2029-01-01T06:00:00.000Z'],
  ['long before 1970', '1969-12-29T06:00:00Z', monday, '1969-12-29T06:00:00.000Z'],
])('the week is due %s', (_, time, schedule, expected) => {
  expect(dueAt(time, schedule)).toBe(expected)
})

test('there is one per week, for every hour and zone, whenever it is checked', () => {
  for (const timeZone of ['Europe/Zurich', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu']) {
    const dueOf = createDigestClock()
    for (const hour of [0, 2, 7, 23]) {
      const seen = new Set<number>()
      const from = Date.UTC(2026, 0, 7)
      for (let now = from; now < from + 364 * 86_400_000; now += 1_800_000) {
        const due = dueOf({ weekday: 3, hour, timeZone }, now)
        if (due === undefined) continue
        expect(due).toBeLessThanOrEqual(now)
        seen.add(due)
      }
      expect([...seen].filter((due) => due >= from).length).toBe(52)
    }
  }
})
