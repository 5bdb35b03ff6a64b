import { describe, expect, it } from 'vitest'
import { boxOfCell, calendarLayout, cellAt, moveCell } from './calendar-layout.ts'

describe.each([
  ['on a wide screen', 1200, true],
  ['on a phone', 328, false],
])('the calendar %s', (_where, outerWidth, across) => {
  const layout = calendarLayout(outerWidth, 183)

  it('runs where there is room', () => {
    expect(layout.across).toBe(across)
    expect(layout.width).toBeLessThan(outerWidth)
  })

  it('finds each cell under its own middle', () => {
    for (const cell of [
      { day: 0, hour: 0 },
      { day: 100, hour: 13 },
      { day: 182, hour: 23 },
    ]) {
      const box = boxOfCell(layout, cell)
      expect(cellAt(layout, box.left + box.width / 2, box.top + box.height / 2)).toEqual(cell)
    }
  })

  it('takes the nearest cell for a point beside', () => {
    expect(cellAt(layout, -5, -5)).toEqual({ day: 0, hour: 0 })
    expect(cellAt(layout, layout.width + 5, layout.height + 5)).toEqual({ day: 182, hour: 23 })
  })
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
