import { EARLIEST_TIME_SECONDS, FUTURE_TOLERANCE_SECONDS } from '#domain/hives/reading.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { TimeSpan } from '../../../../charts/points/align-series.ts'
import { type Preset, presets } from './default-range.ts'

const days = { day: 1, week: 7, month: 30, year: 365 } as const

/** The largest range that can be shown at `now` (epoch seconds): from 2016 until 10 minutes ahead. */
export const wholeRange = (now: number): TimeSpan => ({
  from: EARLIEST_TIME_SECONDS,
  to: now + FUTURE_TOLERANCE_SECONDS,
})

/**
 * Returns the range of a preset at `now` (epoch seconds). `all` begins at the `first` reading; `season`
 * is this year's so far or, before 1 April, last year's, in local days.
 */
export function presetRange(preset: Preset, now: number, first = EARLIEST_TIME_SECONDS): TimeSpan {
  if (preset === 'all') return { ...wholeRange(now), from: first }
  if (preset === 'season') {
    const today = new Date(now * 1000)
    const year = today.getMonth() >= 3 ? today.getFullYear() : today.getFullYear() - 1
    const end = new Date(year, 9, 1).getTime() / 1000
    return { from: new Date(year, 3, 1).getTime() / 1000, to: Math.min(end, wholeRange(now).to) }
  }
  return { from: now - days[preset] * DAY_SECONDS, to: now + FUTURE_TOLERANCE_SECONDS }
}

/** Returns the preset that matches a range to within a hundredth of its length; undefined if none does. */
export function presetOf(range: TimeSpan, now: number, first?: number): Preset | undefined {
  return presets.find((preset) => {
    const { from, to } = presetRange(preset, now, first)
    const tolerance = (to - from) / 100
    return Math.abs(from - range.from) <= tolerance && Math.abs(to - range.to) <= tolerance
  })
}

/** Returns a range of this length whose right edge is the latest possible time of a reading at `now` (epoch seconds). */
export function slidRange(length: number, now: number): TimeSpan {
  const { to } = wholeRange(now)
  return { from: to - length, to }
}

/** Whether a range reaches the present, to within a minute or a fiftieth of its length. */
export function touchesNow({ from, to }: TimeSpan, now: number): boolean {
  return to >= wholeRange(now).to - Math.max(60, (to - from) / 50)
}
