import { HOUR_MS } from '../platform/durations.ts'

const INTERVALS = 2
const PATIENCE_MS = HOUR_MS

/**
 * Whether data last received at `time` (ISO 8601) is stale at `now` (epoch ms): overdue by two
 * update intervals and an hour. What never sent anything is not stale.
 */
export const isStale = (time: string | null, updateIntervalHours: number, now: number): boolean =>
  time !== null && now - Date.parse(time) > INTERVALS * updateIntervalHours * HOUR_MS + PATIENCE_MS
