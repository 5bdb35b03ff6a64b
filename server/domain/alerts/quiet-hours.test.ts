import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { LocalTime, minutesOfTime, quietUntil, TimeZone, timeOfMinutes } from './quiet-hours.ts'

const HOUR = 3_600_000
const quiet = (from: string, to: string, timeZone = 'Europe/Zurich') => ({
  from: minutesOfTime(from),
  to: minutesOfTime(to),
  timeZone,
})
const until = (hours: ReturnType<typeof quiet>, now: string) => {
  const end = quietUntil(hours, Date.parse(now))
  return end === undefined ? undefined : new Date(end).toISOString()
}

test.each([
  ['before', '22:00', '06:00', '2026-05-10T19:59:59Z', undefined],
  ['at its beginning', '22:00', '06:00', '2026-05-10T20:00:00Z', '2026-05-11T04:00:00.000Z'],
  ['after midnight', '22:00', '06:00', '2026-05-11T01:30:40Z', '2026-05-11T04:00:00.000Z'],
  ['at its end', '22:00', '06:00', '2026-05-11T04:00:00Z', undefined],
  ['before those of noon', '12:00', '13:30', '2026-05-10T09:59:59Z', undefined],
  ['at the beginning of those of noon', '12:00', '13:30', '2026-05-10T10:00:00Z', '2026-05-10T11:30:00.000Z'],
  ['within one day', '12:00', '13:30', '2026-05-10T10:15:00Z', '2026-05-10T11:30:00.000Z'],
  ['shorter than an hour', '22:00', '22:30', '2026-05-10T20:10:00Z', '2026-05-10T20:30:00.000Z'],
  ['the night that clocks are put forward', '22:00', '06:00', '2026-03-28T22:00:00Z', '2026-03-29T04:00:00.000Z'],
  ['the night that clocks are put back', '22:00', '06:00', '2026-10-24T21:00:00Z', '2026-10-25T05:00:00.000Z'],
  ['all day but an hour, then', '12:00', '11:30', '2026-03-28T12:00:00Z', '2026-03-29T09:30:00.000Z'],
  ['all day but a minute, then', '00:00', '23:59', '2026-03-28T23:01:00Z', '2026-03-29T21:59:00.000Z'],
  ['until a time that this night lacks', '22:00', '02:30', '2026-03-28T22:00:00Z', '2026-03-29T01:00:00.000Z'],
  [
    'until the end of the hour that this night lacks',
    '22:00',
    '02:59',
    '2026-03-28T22:00:00Z',
    '2026-03-29T01:00:00.000Z',
  ],
])('%s', (_, from, to, now, end) => {
  expect(until(quiet(from, to), now)).toBe(end)
})

test('the clock of the zone counts', () => {
  expect(until(quiet('22:00', '06:00', 'America/New_York'), '2026-05-11T02:00:00Z')).toBe('2026-05-11T10:00:00.000Z')
  expect(until(quiet('22:00', '06:00', 'Asia/Kathmandu'), '2026-05-10T16:15:00Z')).toBe('2026-05-11T00:15:00.000Z')
})

test('for any hours and moment, quiet hours end within 25 hours', () => {
  const minute = fc.integer({ min: 0, max: 1439 })
  const moment = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) })
  fc.assert(
    fc.property(minute, minute, moment, (from, to, now) => {
      fc.pre(from !== to)
      const hours = { from, to, timeZone: 'Europe/Zurich' }
      const end = quietUntil(hours, now)
      if (end === undefined) return
      expect(end).toBeGreaterThan(now)
      expect(end - now).toBeLessThanOrEqual(25 * HOUR)
      expect(quietUntil(hours, end)).toBeUndefined()
    }),
  )
})

test('wherever the clock jumps, whoever asks during quiet hours is told the same end', () => {
  const minute = fc.integer({ min: 0, max: 1439 })
  const night = fc.constantFrom(
    ['Europe/Zurich', '2026-03-28T22:00:00Z'],
    ['Europe/Zurich', '2026-10-24T22:00:00Z'],
    ['Australia/Lord_Howe', '2026-04-04T12:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T12:00:00Z'],
    ['Antarctica/Troll', '2026-03-28T22:00:00Z'],
  )
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(minute, minute, night, share, (from, to, [timeZone, now], part) => {
      const hours = { from, to, timeZone }
      const end = quietUntil(hours, Date.parse(now))
      if (end === undefined) return
      expect(quietUntil(hours, end)).toBeUndefined()
      expect(quietUntil(hours, Math.floor(Date.parse(now) + (end - Date.parse(now) - 1) * part))).toBe(end)
    }),
  )
})

test('valid times and zones are parsed, others are refused', () => {
  expect([minutesOfTime('22:30'), timeOfMinutes(1350), timeOfMinutes(5)]).toEqual([1350, '22:30', '00:05'])
  for (const time of ['24:00', '7:00', '12:60', '', 'noon']) expect(v.is(LocalTime, time), time).toBe(false)
  expect(v.is(TimeZone, 'Europe/Zurich')).toBe(true)
  for (const zone of ['Europe/Nowhere', '', 'x'.repeat(100)]) expect(v.is(TimeZone, zone), zone).toBe(false)
})
