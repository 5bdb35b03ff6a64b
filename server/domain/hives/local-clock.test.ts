import { describe, expect, it } from 'vitest'
import { createLocalClock, isTimeZone } from './local-clock.ts'

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

  it('tells the two hours of autumn apart by the order of the readings', () => {
    const rows = ['02:00', '02:30', '02:00', '02:30', '03:00'].map((time) => wall(`2026-10-25T${time}`))
    let previous: number | undefined
    const times = rows.map((row) => {
      previous = clock(row, previous)
      return previous
    })
    const expected = ['00:00', '00:30', '01:00', '01:30', '02:00'].map((time) => utc(`2026-10-25T${time}`))
    expect(times).toEqual(expected)
  })
})

it('a fixed offset has no seasons', () => {
  const clock = createLocalClock({ utcOffsetHours: 1 })
  expect(clock(wall('2026-07-10T12:00'))).toBe(utc('2026-07-10T11:00'))
})

it('knows which zones there are', () => {
  expect(['Europe/Zurich', 'UTC', 'Europe/Bern', ''].map(isTimeZone)).toEqual([true, true, false, false])
})
