import { describe, expect, it } from 'vitest'
import { clampSpan } from '../../../../charts/view/zoom.ts'
import { presets } from './default-range.ts'
import { presetRange, wholeRange } from './range-presets.ts'

const at = (year: number, month: number, day: number) => new Date(year, month - 1, day).getTime() / 1000

describe('the season', () => {
  it.each([
    ['while it goes on', at(2026, 6, 10), at(2026, 4, 1), at(2026, 6, 10) + 600],
    ['when it is over', at(2026, 11, 10), at(2026, 4, 1), at(2026, 10, 1)],
    ['before it begins', at(2026, 3, 31), at(2025, 4, 1), at(2025, 10, 1)],
  ])('begins on 1 April %s', (_, now, from, to) => {
    expect(presetRange('season', now)).toEqual({ from, to })
  })
})

describe('every preset', () => {
  it.each(presets)('%s fits into the chart’s range as it is, whose end is now', (preset) => {
    const now = at(2026, 6, 10)
    const range = presetRange(preset, now)
    expect(clampSpan(range, wholeRange(now))).toEqual(range)
  })
})
