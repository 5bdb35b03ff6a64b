import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLocalClock, createRowClock, isTimeZone } from './local-clock.ts'

const wall = (text: string) => Date.parse(`${text}Z`) / 1000
const utc = wall

describe('a clock of Zurich', () => {
  const clock = createLocalClock({ timeZone: 'Europe/Zurich' })

  it.each([
    ['in winter', '2026-01-10T12:00', '2026-01-10T11:00'],
    ['in summer', '2026-07-10T12:00', '2026-07-10T10:00'],
    ['just before spring', '2026-03-29T01:59', '2026-03-29T00:59'],
    ['just after spring', '2026-03-29T03:00', '2026-03-29T01:00'],
    ['in the hour that spring leaves out', '2026-03-29T02:30', '2026-03-29T01:30'],
    ['just before autumn', '2026-10-25T01:59', '2026-10-24T23:59'],
    ['in the hour that comes twice', '2026-10-25T02:30', '2026-10-25T00:30'],
    ['just after autumn', '2026-10-25T03:00', '2026-10-25T02:00'],
  ])('%s', (_, local, expected) => {
    expect(clock(wall(local))).toBe(utc(expected))
  })

  it('tells the doubled hour of autumn apart by the order of rows, in either direction, with repeated times or not', () => {
    const night = fc.record({
      minutes: fc.integer({ min: 1, max: 60 }),
      start: fc.integer({ min: 0, max: 59 }),
      rowsATime: fc.constantFrom(1, 2, 3),
      isBack: fc.boolean(),
    })
    fc.assert(
      fc.property(night, ({ minutes, start, rowsATime, isBack }) => {
        // hourly rows with repeated times look the same in both passes of the doubled hour
        fc.pre(rowsATime === 1 || minutes < 60)
        const begin = utc('2026-10-24T18:00') + start * 60
        const once = Array.from({ length: (12 * 60) / minutes }, (_, i) => begin + i * minutes * 60)
        const times = (isBack ? once.toReversed() : once).flatMap((time) => Array(rowsATime).fill(time))
        const summer = utc('2026-10-25T01:00')
        const shown = times.map((time) => time + (time < summer ? 7200 : 3600))
        expect(shown.map(createRowClock(clock))).toEqual(times)
      }),
    )
  })

  it.each([
    ['2026-10-25T00:11', ['02:10'], ['00:10']],
    ['2026-10-25T01:11', ['02:10'], ['01:10']],
    ['2026-10-25T01:11', ['02:10', '02:40', '02:10'], ['01:10', '00:40', '00:10']],
    ['2026-11-25T01:11', ['03:10', '02:10', '02:10'], ['02:10', '01:10', '00:10']],
  ])('going back from %s it finds which %j is meant', (now, shown, expected) => {
    const times = shown.map((time) => wall(`2026-10-25T${time}`)).map(createRowClock(clock, utc(now)))
    expect(times).toEqual(expected.map((time) => utc(`2026-10-25T${time}`)))
  })
})

it('a fixed offset has no seasons', () => {
  const clock = createLocalClock({ utcOffsetHours: 1 })
  expect(clock(wall('2026-07-10T12:00'))).toBe(utc('2026-07-10T11:00'))
})

it('knows the existing zones', () => {
  expect(['Europe/Zurich', 'UTC', 'Europe/Bern', ''].map(isTimeZone)).toEqual([true, true, false, false])
})
