import { HOUR_SECONDS } from '#domain/platform/durations.ts'

/** Readings further apart than this say nothing about the time between them: two intervals and an hour, as for silence. */
export const gapSecondsOf = (updateIntervalHours: number): number => (2 * updateIntervalHours + 1) * HOUR_SECONDS
