import { describe, expect, it } from 'vitest'
import { parseSeriesKey, seriesKey } from '../state/series-key.ts'
import { chooseLevel, wholeTiles } from './level-choice.ts'

const DAY = 86_400
const days = (count: number) => ({ from: 1_700_000_000, to: 1_700_000_000 + count * DAY })

describe('the level', () => {
  it.each([
    [1, 1200, 1, 'raw'],
    [7, 1200, 20, 'raw'],
    [8, 1200, 20, 'raw'],
    [9, 1200, 1, 'hour'],
    [7, 330, 1, 'hour'],
    [4, 330, 1, 'raw'],
    [30, 1200, 20, 'hour'],
    [366, 1200, 4, 'hour'],
    [366, 1200, 20, 'day'],
    [366, 330, 1, 'day'],
    [3650, 1200, 1, 'day'],
  ])('for %d days on %d pixels with %d series is right', (length, pixels, count, level) => {
    expect(chooseLevel(days(length), pixels, count)).toBe(level)
  })

  it('requests whole tiles, but none that only touches the end', () => {
    const from = Date.UTC(2026, 4, 10, 5) / 1000
    expect(wholeTiles('raw', { from, to: from + DAY })).toEqual({
      from: Date.UTC(2026, 4, 10) / 1000,
      to: Date.UTC(2026, 4, 12) / 1000,
    })
    expect(wholeTiles('hour', { from, to: Date.UTC(2026, 5, 1) / 1000 })).toEqual({
      from: Date.UTC(2026, 4, 1) / 1000,
      to: Date.UTC(2026, 5, 1) / 1000,
    })
    expect(wholeTiles('day', { from, to: from + 1 }).to).toBe(Date.UTC(2027, 0, 1) / 1000)
  })
})

describe('the key of a series', () => {
  it.each([
    ['12', { seriesId: 12, column: 'weight' }],
    ['12t', { seriesId: 12, column: 'temperature' }],
    ['12h', { seriesId: 12, column: 'humidity' }],
    ['c3b', { seriesId: -3, column: 'battery' }],
    ['c3s', { seriesId: -3, column: 'signal' }],
    ['c3t', { seriesId: -3, column: 'temperature' }],
  ] as const)('%s names its source, and back', (key, source) => {
    expect(parseSeriesKey(key)).toEqual(source)
    expect(seriesKey(source)).toBe(key)
  })

  it.each(['', 'c', 't', '0', '-1', '12b', '12s', 'c3', '12x', '1e3', '__proto__', '9999999999'])(
    '%s is none',
    (key) => {
      expect(parseSeriesKey(key)).toBeUndefined()
    },
  )
})
