import { FUTURE_TOLERANCE_SECONDS } from '#domain/hives/reading.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { TimeSpan } from '../../../../charts/points/align-series.ts'

// apart from what is done with them: links to the timeline are on the dashboard, the timeline is not
export const presets = ['day', 'week', 'month', 'season', 'year', 'all'] as const
export type Preset = (typeof presets)[number]

const DEFAULT_DAYS = 7

/** What is shown first: the 7 days before the last weight until 10 minutes after it. */
export const defaultRange = (lastWeight: number): TimeSpan => ({
  from: lastWeight - DEFAULT_DAYS * DAY_SECONDS,
  to: lastWeight + FUTURE_TOLERANCE_SECONDS,
})
