import { HOUR_MS } from '#domain/platform/durations.ts'

const INTERVALS = 2
const PATIENCE_MS = HOUR_MS

/**
 * Whether what was last heard at `time` (ISO 8601) is old at `now` (epoch ms): two updates and an hour are missing.
 * What never sent anything is not old.
 */
export const isStale = (time: string | null, updateIntervalHours: number, now: number): boolean =>
  time !== null && now - Date.parse(time) > INTERVALS * updateIntervalHours * HOUR_MS + PATIENCE_MS
