import { DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'

/** Far more than any transmitter waits: a longer interval was damaged, and a rule would be run over millions of years because of it. */
const LONGEST_SECONDS = 7 * DAY_SECONDS

/** Readings further apart than this say nothing about the time between them: two intervals and an hour, as for silence. */
export const gapSecondsOf = (updateIntervalHours: number): number =>
  Math.min((2 * updateIntervalHours + 1) * HOUR_SECONDS, LONGEST_SECONDS)
