import { EARLIEST_TIME_SECONDS } from '#domain/hives/reading.ts'
import { DAY_MS } from '#domain/platform/durations.ts'
import { AppError } from '../../platform/http/app-error.ts'

const EARLIEST_MS = EARLIEST_TIME_SECONDS * 1000
/** How far ahead people may plan. */
const AHEAD_AT_MOST_MS = 366 * DAY_MS

const faultOf = (timeMs: number, nowMs: number) =>
  timeMs < EARLIEST_MS ? 'time_before_start' : timeMs > nowMs + AHEAD_AT_MOST_MS ? 'time_in_future' : undefined

/**
 * Returns when something was done (epoch ms). A possible time stays as it is; an impossible one comes from a clock that is
 * `behindMs` behind, and is corrected. Throws 400 `time_before_start` and `time_in_future`.
 */
export function notedTime(timeMs: number, nowMs: number, behindMs = 0): number {
  const time = faultOf(timeMs, nowMs) ? timeMs + behindMs : timeMs
  const fault = faultOf(time, nowMs)
  if (fault) throw new AppError(400, fault)
  return time
}
