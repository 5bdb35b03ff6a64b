import { describe, expect, it } from 'vitest'
import {
  besideCells,
  boxOfCell,
  calendarLayout,
  cellAt,
  labelRoom,
  moveCell,
  namedDays,
  namedHours,
} from './calendar-layout.ts'

describe.each([
  ['on a wide screen', 1200, true],
  ['on a phone', 328, false],
])('the calendar %s', (_where, outerWidth, across) => {
  const layout = calendarLayout(outerWidth, 183, labelRoom(16))

  it('runs in the direction that has room', () => {
    expect(layout.across).toBe(across)
    expect(layout.width).toBeLessThan(outerWidth)
  })

  it('finds each cell under its own center', () => {
    for (const cell of [
      { day: 0, hour: 0 },
      { day: 100, hour: 13 },
      { day: 182, hour: 23 },
    ]) {
      const box = boxOfCell(layout, cell)
      expect(cellAt(layout, box.left + box.width / 2, box.top + box.height / 2)).toEqual(cell)
    }
  })

  it('takes the nearest cell for a point outside', () => {
    expect(cellAt(layout, -5, -5)).toEqual({ day: 0, hour: 0 })
    expect(cellAt(layout, layout.width + 5, layout.height + 5)).toEqual({ day: 182, hour: 23 })
  })
})

describe('the names of months and hours', () => {
  const days = ['2026-09-28', '2026-09-29', '2026-09-30', '2026-10-01', '2026-10-02']
  const long = Array.from({ length: 60 }, (_, day) => new Date(Date.UTC(2026, 7, 20 + day)).toISOString().slice(0, 10))
  const layoutOf = (shown: readonly string[], outerWidth: number, letters: number) =>
    calendarLayout(outerWidth, shown.length, labelRoom(letters))

  it('get twice the room at twice the font size', () => {
    expect([labelRoom(16), labelRoom(32)]).toEqual([
      { left: 44, top: 24 },
      { left: 88, top: 48 },
    ])
    expect(layoutOf(days, 358, 32).width).toBe(270)
  })

  it('leave out a first month that the next one would cover', () => {
    expect(namedDays(days, layoutOf(days, 358, 16), 16)).toEqual([3])
    expect(namedDays(long, layoutOf(long, 358, 16), 16)).toEqual([0, 12, 42])
    // 36 pixels from one name to the next
    expect(namedDays(long, layoutOf(long, 358, 40), 40)).toEqual([12, 42])
    expect(namedDays(long, layoutOf(long, 1200, 16), 16)).toEqual([0, 12, 42])
  })

  it('are shown for fewer hours if they would touch', () => {
    expect(namedHours(layoutOf(long, 358, 16), 16)).toEqual([0, 6, 12, 18])
    expect(namedHours(layoutOf(long, 358, 32), 32)).toEqual([0, 12])
    expect(namedHours(layoutOf(long, 1200, 32), 32)).toEqual([0, 6, 12, 18])
  })

  it('begin with the first day, whether it starts a month or is in the only month', () => {
    const october = days.slice(3)
    expect(namedDays(october, layoutOf(october, 358, 16), 16)).toEqual([0])
    const september = days.slice(0, 3)
    expect(namedDays(september, layoutOf(september, 358, 16), 16)).toEqual([0])
  })
})

it('puts a label beside its cells whatever size letters have on paper', () => {
  expect([besideCells('left', 30), besideCells('top', 0)]).toEqual(['calc(2.75rem + 30px)', 'calc(1.5rem + 0px)'])
})

describe('keys', () => {
  const cell = { day: 10, hour: 12 }
  it.each([
    ['ArrowRight', true, { day: 11, hour: 12 }],
    ['ArrowUp', true, { day: 10, hour: 11 }],
    ['ArrowRight', false, { day: 10, hour: 13 }],
    ['ArrowDown', false, { day: 11, hour: 12 }],
    ['PageDown', true, { day: 40, hour: 12 }],
    ['PageUp', true, { day: 0, hour: 12 }],
    ['Home', false, { day: 0, hour: 12 }],
    ['End', true, { day: 182, hour: 12 }],
    ['a', true, undefined],
    ['Tab', false, undefined],
  ])('%s, days across: %s', (key, across, expected) => {
    expect(moveCell(key, cell, { across, days: 183 })).toEqual(expected)
  })
})
