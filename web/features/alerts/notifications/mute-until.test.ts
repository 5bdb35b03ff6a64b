import { expect, test } from 'vitest'
import { firstEnd, muteUntil } from './mute-until.ts'

const now = new Date('2026-05-10T10:00:00Z')

test.each([
  ['1h', '', '2026-05-10T11:00:00.000Z'],
  ['2h', '', '2026-05-10T12:00:00.000Z'],
  ['forever', '', null],
  ['time', '', undefined],
  ['time', 'bald', undefined],
  ['time', '2026-05-09T12:00', undefined],
] as const)('%s %s', (length, time, expected) => {
  expect(muteUntil(length, time, now)).toBe(expected)
})

test('an entered time is local to this device', () => {
  expect(muteUntil('time', '2026-05-20T18:30', now)).toBe(new Date(2026, 4, 20, 18, 30).toISOString())
})

test.each([
  ['2026-05-10T10:00:00Z', '2026-05-10T13:00:00Z'],
  ['2026-05-10T10:00:01Z', '2026-05-10T14:00:00Z'],
  ['2026-12-31T21:59:59Z', '2027-01-01T01:00:00Z'],
])('at %s, the default end is %s', (from, end) => {
  expect(firstEnd(new Date(from))).toEqual(new Date(end))
})
