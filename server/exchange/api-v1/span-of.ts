import * as v from 'valibot'
import type { Level } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_MS, DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'
import { jobBegin, jobEnd } from '#domain/platform/job.ts'
import { DayOrMoment } from '#domain/platform/moment.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { IdText } from '../../platform/http/id-parameter.ts'

const LAST_DAYS_MAXIMUM = 366

/** A time span, as days or moments. Defaults: the last `days` before the end if there is no start, until now if there is no end. */
export const spanQuery = {
  from: v.optional(DayOrMoment),
  to: v.optional(DayOrMoment),
  days: v.optional(v.pipe(IdText, v.maxValue(LAST_DAYS_MAXIMUM))),
}
type SpanQuery = { from?: string | undefined; to?: string | undefined; days?: number | undefined }

/** Returns epoch seconds, `to` exclusive. Throws 400 `invalid_query` if the span ends before it begins, 400 `range_too_large` if it is too long. */
export function spanOf(
  { from, to, days }: SpanQuery,
  { now, usualDays, maximumDays }: { now: number; usualDays: number; maximumDays: number },
): { from: number; to: number } {
  const end = to === undefined ? now + 1000 : jobEnd(to)
  const begin = from === undefined ? end - (days ?? usualDays) * DAY_MS : jobBegin(from)
  if (begin >= end) throw new AppError(400, 'invalid_query')
  // whole local days may reach up to a day further on either side: not a reason to refuse them
  if (end - begin > (maximumDays + 2) * DAY_MS) throw new AppError(400, 'range_too_large')
  return { from: Math.floor(begin / 1000), to: Math.ceil(end / 1000) }
}

/** Length of a bucket in seconds; 0 for single readings. */
const buckets = { raw: 0, hour: HOUR_SECONDS, day: DAY_SECONDS } as const

/** Extends a span that ends within the hour or day in progress at `now`, so that it includes it as far as it has come. Epoch seconds, but `now` in ms. */
export function withRunning(
  span: { from: number; to: number },
  level: Level,
  now: number,
): { from: number; to: number } {
  const bucket = buckets[level]
  if (bucket === 0) return span
  const begun = Math.floor(now / 1000 / bucket) * bucket
  return span.to > begun && span.to < begun + bucket ? { ...span, to: begun + bucket } : span
}
