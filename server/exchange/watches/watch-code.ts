import { WATCH_CODE_DAYS } from '#domain/exchange/watch.ts'
import { DAY_MS } from '#domain/platform/durations.ts'

/** The purpose under which codes are hashed and sealed. */
export const WATCH_CODE = 'watch-code'

/** The latest at which an open code may end: a day later than a new one. A later end was written by a clock that was ahead. */
export const latestCodeEnd = (nowMs: number): number => nowMs + (WATCH_CODE_DAYS + 1) * DAY_MS
