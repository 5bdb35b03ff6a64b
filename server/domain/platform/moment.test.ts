import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { Day, DayOrMoment, lacksZone, Moment, momentMs } from './moment.ts'

const ten = '2026-05-10T10:00:00.000Z'

describe('a time', () => {
  test.each([
    ['2026-05-10T10:00:00Z', ten],
    ['2026-05-10T10:00:00.000000000z', ten],
    ['2026-05-10t10:00Z', ten],
    ['2026-05-10 10:00:00Z', ten],
    ['2026-05-10T12:00:00+02:00', ten],
    ['2026-05-10T12:00:00+0200', ten],
    ['2026-05-10T12:00:00+02', ten],
    ['2026-05-10 12:00+02', ten],
    ['2026-05-10T09:00:00-01', ten],
    ['2026-05-10T09:00:00.123-01', '2026-05-10T10:00:00.123Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(new Date(momentMs(text)!).toISOString()).toBe(expected)
  })

  test.each([
    ['no zone', '2026-05-10T10:00:00'],
    ['30 February', '2026-02-30T10:00:00Z'],
    ['29 February of a common year', '2026-02-29T10:00:00+01'],
    ['31 April', '2026-04-31T10:00:00+01:00'],
    ['month 13', '2026-13-01T10:00:00Z'],
    ['hour 24', '2026-05-10T24:00:00Z'],
    ['second 60', '2026-05-10T10:00:60Z'],
    ['an offset of 24 hours', '2026-05-10T10:00:00+24'],
    ['an offset of 75 minutes', '2026-05-10T10:00:00+01:75'],
    ['a day alone', '2026-05-10'],
    ['another form', 'Sun May 10 2026'],
    ['nothing', ''],
  ])('with %s is invalid', (_, text) => {
    expect(momentMs(text)).toBeUndefined()
  })

  test('lacks a zone only if nothing else is wrong', () => {
    expect(['2026-05-10T10:00:00', '2026-05-10 10:00', '2026-05-10', 'soon'].map(lacksZone)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

test('requests follow the same rules, and the output has a single form', () => {
  expect(v.parse(Moment, '2026-05-10T12:00:00+02')).toBe(ten)
  for (const text of ['2026-05-10T10:00:00', '2026-02-30T10:00:00Z', '2026-05-10T10:00Z', 7]) {
    expect(v.is(Moment, text)).toBe(false)
  }
  expect(v.parse(DayOrMoment, '2026-05-10')).toBe('2026-05-10')
  expect(['2026-02-30', '2026-02-29', '2024-02-29', '2026-05-10x'].map((day) => v.is(Day, day))).toEqual([
    false,
    false,
    true,
    false,
  ])
})
