import { FUTURE_TOLERANCE_SECONDS } from '#domain/hives/reading.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { TimeSpan } from '../../../../charts/points/align-series.ts'

// kept apart from the code that uses them: the dashboard has links to the timeline but does not load it
export const presets = ['day', 'week', 'month', 'season', 'year', 'all'] as const
export type Preset = (typeof presets)[number]

const DEFAULT_DAYS = 7

/** The initial range: from 7 days before the last weight until 10 minutes after it. */
export const defaultRange = (lastWeight: number): TimeSpan => ({
  from: lastWeight - DEFAULT_DAYS * DAY_SECONDS,
  to: lastWeight + FUTURE_TOLERANCE_SECONDS,
})
