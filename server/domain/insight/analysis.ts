import * as v from 'valibot'

const ANALYSIS_SCALES_MAXIMUM = 200
export const BEST_DAYS = 5

export const AnalysisYear = v.pipe(
  v.string(),
  v.regex(/^\d{4}$/),
  v.transform(Number),
  v.minValue(2016),
  v.maxValue(2098),
)

/** The query of `GET analysis`; the default is all visible scales. `days` adds each day and each week of winter. */
export const AnalysisQuery = v.object({
  year: v.optional(AnalysisYear),
  scales: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,9}(,\d{1,9})*$/),
      v.transform((list) => [...new Set(list.split(',').map(Number))]),
      v.maxLength(ANALYSIS_SCALES_MAXIMUM),
    ),
  ),
  days: v.optional(v.picklist(['true', 'false']), 'false'),
})

const day = v.pipe(v.string(), v.isoDate())
const DayKg = v.object({ date: day, kg: v.number() })
const MaybeDayKg = v.object({ date: day, kg: v.nullable(v.number()) })

export const AnalysisMonth = v.object({
  /** yyyy-mm */
  month: v.string(),
  gainKg: v.nullable(v.number()),
  foragersKg: v.nullable(v.number()),
  nightKg: v.nullable(v.number()),
})
export type AnalysisMonth = v.InferOutput<typeof AnalysisMonth>

/**
 * One scale's season from net weights in kg. `gain`, `winter`: over the `days` between the first and the last known midnight; `foragers`,
 * `nights`: the median over that many days. Unknown values are null. `damaged`: some of the scale's stored hours are damaged; its figures
 * lack them, and it has no rank.
 */
export const ScaleSeason = v.object({
  scaleId: v.number(),
  controllerId: v.number(),
  name: v.string(),
  damaged: v.boolean(),
  rank: v.nullable(v.number()),
  gain: v.nullable(v.object({ kg: v.number(), days: v.number() })),
  bestDays: v.array(DayKg),
  flows: v.array(v.object({ from: day, to: day, kg: v.number(), goesOn: v.boolean() })),
  winter: v.nullable(v.object({ kg: v.number(), days: v.number(), kgPerWeek: v.number() })),
  foragers: v.nullable(v.object({ kg: v.number(), days: v.number() })),
  nights: v.nullable(v.object({ kg: v.number(), days: v.number() })),
  months: v.array(AnalysisMonth),
  days: v.optional(v.array(MaybeDayKg)),
  winterWeeks: v.optional(v.array(MaybeDayKg)),
})
export type ScaleSeason = v.InferOutput<typeof ScaleSeason>

const Span = v.object({ from: day, to: day })

/** The reply of `GET analysis`; `years` are those with readings, plus the current one. */
export const Analysis = v.object({
  year: v.number(),
  years: v.array(v.number()),
  season: Span,
  winter: Span,
  scales: v.array(ScaleSeason),
})
export type Analysis = v.InferOutput<typeof Analysis>

/** The bees' season of a year and the winter before it, as local days; both ends are inclusive. */
export const seasonOf = (year: number) => ({
  season: { from: `${year}-04-01`, to: `${year}-09-30` },
  winter: { from: `${year - 1}-10-01`, to: `${year}-03-31` },
})
