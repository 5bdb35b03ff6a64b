import { type Level, tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'
import type { TimeSpan } from '../../../../charts/points/align-series.ts'

/** On a chart this wide, raw readings are worth their bytes for up to 8 days and hours for up to a year; on a narrower chart for less. */
const WIDE_PIXELS = 600
const RAW_SECONDS = 8.5 * DAY_SECONDS
const HOURS_SECONDS = 367 * DAY_SECONDS
/** The most buckets to request for all series together: a year of hours for four scales, three months for twenty. */
const BUCKET_BUDGET = 40_000

/** Returns the finest level that the chart's pixels can show and a weak network can carry. */
export function chooseLevel({ from, to }: TimeSpan, pixels: number, seriesCount: number): Level {
  const length = to - from
  const share = Math.min(1, Math.max(0.5, pixels / WIDE_PIXELS))
  if (length <= RAW_SECONDS * share) return 'raw'
  const buckets = (length / HOUR_SECONDS) * seriesCount
  return length <= HOURS_SECONDS * share && buckets <= BUCKET_BUDGET ? 'hour' : 'day'
}

/** Widens the span to whole tiles of the level. */
export function wholeTiles(level: Level, { from, to }: TimeSpan): TimeSpan {
  return { from: tileSpan(level, from).from, to: tileSpan(level, to - 1).to }
}
