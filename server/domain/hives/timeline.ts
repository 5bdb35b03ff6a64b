import * as v from 'valibot'
import { Day, momentMs } from '../platform/moment.ts'
import { LATEST_TIME_SECONDS } from './reading.ts'
import { levels } from './tiles/timeline-tile.ts'

export const DEFAULT_POINTS = 1500
/** The most scales and controllers in one request. */
export const SERIES_MAXIMUM = 200
/** The most stored bytes in one answer: a year of 100 scales at the finest level, plus a third. */
export const TIMELINE_MAXIMUM_BYTES = 16 * 1024 * 1024
/** The same for JSON, which is 15 times as long: a year of 20 scales at the finest level. */
export const TIMELINE_JSON_MAXIMUM_BYTES = 3 * 1024 * 1024

const whole = (maximum: number) => v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number), v.maxValue(maximum))
const ids = v.pipe(
  v.string(),
  v.regex(/^\d{1,9}(,\d{1,9})*$/),
  v.transform((list) => [...new Set(list.split(',').map(Number))]),
)
const epochSeconds = whole(LATEST_TIME_SECONDS)

/** The query of `GET timeline`: `from` and `to` in epoch seconds, `to` exclusive. */
export const TimelineQuery = v.pipe(
  v.object({
    scales: v.optional(ids),
    controllers: v.optional(ids),
    from: epochSeconds,
    to: epochSeconds,
    level: v.optional(v.picklist(levels)),
    points: v.optional(v.pipe(whole(100_000), v.minValue(1))),
    since: v.optional(whole(Number.MAX_SAFE_INTEGER)),
  }),
  v.check(({ scales, controllers }) => scales !== undefined || controllers !== undefined, 'scales or controllers'),
  v.check(({ from, to }) => from < to, 'from must be before to'),
)
export type TimelineQuery = v.InferOutput<typeof TimelineQuery>

const column = v.array(v.nullable(v.number()))

/** One tile of a scale: all columns are as long as `time`, null for missing values; kg, °C, %. */
const ScaleTile = v.object({
  from: v.number(),
  to: v.number(),
  time: v.array(v.number()),
  weight: v.union([column, v.object({ last: column, min: column, max: column })]),
  temperature: column,
  humidity: column,
})
/** One tile of a controller's own sensors; °C, %, V, dBm. */
const ControllerTile = v.object({
  from: v.number(),
  to: v.number(),
  time: v.array(v.number()),
  temperature: column,
  humidity: column,
  battery: column,
  signal: column,
})

/** The reply of `GET timeline` as JSON; tiles are aligned and complete, times in epoch seconds. */
export const Timeline = v.object({
  level: v.picklist(levels),
  cursor: v.number(),
  series: v.array(
    v.union([
      v.object({ scaleId: v.number(), tiles: v.array(ScaleTile) }),
      v.object({ controllerId: v.number(), tiles: v.array(ControllerTile) }),
    ]),
  ),
})
export type Timeline = v.InferOutput<typeof Timeline>

/** The longest range of midnight values. */
export const MIDNIGHTS_MAXIMUM_DAYS = 3660

/** A moment in epoch seconds; `date` is set if a calendar day was given, which is that of the scale's place. */
export type MidnightBound = { seconds: number; date?: string }

/** An ISO 8601 time, epoch seconds, or a calendar day. */
const bound = v.pipe(
  v.string(),
  v.transform((text): MidnightBound => {
    if (v.is(Day, text)) return { seconds: Date.parse(text) / 1000, date: text }
    return { seconds: /^\d+$/.test(text) ? Number(text) : (momentMs(text) ?? Number.NaN) / 1000 }
  }),
  v.check(({ seconds }) => seconds >= 0 && seconds <= LATEST_TIME_SECONDS, 'a time or a day'),
)

/** The query of `GET controller/{id}/midnightvalues`; both ends are inclusive, and the default is the last 14 days. */
export const MidnightValuesQuery = v.object({ from: v.optional(bound), to: v.optional(bound) })

export const MidnightValue = v.object({
  date: v.pipe(v.string(), v.isoDate()),
  weight: v.nullable(v.number()),
  delta: v.nullable(v.number()),
})
export type MidnightValue = v.InferOutput<typeof MidnightValue>

/**
 * The reply of `GET controller/{id}/midnightvalues`: kg at local midnight, `delta` to the midnight before. `damaged`: some of the scale's
 * stored hours are damaged, and their days are null.
 */
export const MidnightValues = v.object({
  scales: v.array(v.object({ scaleId: v.number(), damaged: v.boolean(), days: v.array(MidnightValue) })),
})
export type MidnightValues = v.InferOutput<typeof MidnightValues>
