import * as v from 'valibot'
import { LATEST_TIME_SECONDS } from '../hives/reading.ts'
import { DAY_SECONDS } from '../platform/durations.ts'
import { Day } from '../platform/moment.ts'

/** The longest span of a map of gains: a leap year. */
const HEATMAP_MAXIMUM_DAYS = 366

const day = v.pipe(v.string(), v.isoDate())

/** The query of `GET heatmap/map`: calendar days, both inclusive, none later than the last time that can be queried. */
export const HeatmapMapQuery = v.pipe(
  v.object({ from: Day, to: Day }),
  v.check(({ from, to }) => from <= to, 'from must not be after to'),
  v.check(({ to }) => Date.parse(to) / 1000 < LATEST_TIME_SECONDS, 'to must be before 2100'),
  v.check(({ from, to }) => daysBetween(from, to) <= HEATMAP_MAXIMUM_DAYS, `at most ${HEATMAP_MAXIMUM_DAYS} days`),
)

/** Whole grams per day from `from` on; null for unknown days. */
const gains = v.array(v.nullable(v.number()))

/**
 * Net gains over a span of days: of every scale the caller owns or watches (`damaged`: some of its stored hours are damaged, and their days
 * are null), and the means of regions that may show one.
 */
export const HeatmapMap = v.object({
  from: day,
  to: day,
  scales: v.array(v.object({ scaleId: v.number(), damaged: v.boolean(), gainsGrams: gains })),
  regions: v.array(v.object({ regionId: v.number(), gainsGrams: gains })),
})
export type HeatmapMap = v.InferOutput<typeof HeatmapMap>

/** The number of calendar days from one to another, both inclusive. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / (DAY_SECONDS * 1000)) + 1

/** The calendar day `days` after another, both as YYYY-MM-DD. */
export const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_SECONDS * 1000).toISOString().slice(0, 10)
