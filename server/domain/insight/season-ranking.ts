import * as v from 'valibot'
import { textUpTo } from '../platform/text-up-to.ts'
import { AnalysisYear } from './analysis.ts'

const RANKING_LISTED = 100

/** The query of `GET admin/analysis`; `region` filters the hives without changing their ranks. */
export const RankingQuery = v.object({
  year: v.optional(AnalysisYear),
  region: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/, 'a number'), v.transform(Number))),
  q: v.optional(textUpTo(100)),
  limit: v.optional(
    v.pipe(v.string(), v.regex(/^[1-9]\d{0,2}$/), v.transform(Number), v.maxValue(RANKING_LISTED)),
    '50',
  ),
  cursor: v.optional(v.pipe(v.string(), v.regex(/^\d{1,7}$/), v.transform(Number))),
})

export const RankedHive = v.object({
  rank: v.number(),
  scaleId: v.number(),
  name: v.string(),
  controllerId: v.number(),
  controllerName: v.string(),
  owner: v.nullable(v.string()),
  regionId: v.nullable(v.number()),
  gain: v.object({ kg: v.number(), days: v.number() }),
})
export type RankedHive = v.InferOutput<typeof RankedHive>

/**
 * The reply of `GET admin/analysis`: hives by their gain in a season, without changes by hand; for every region the number of known hives,
 * and their mean and median in kg. Computed at `at`, at most every six hours.
 */
export const SeasonRanking = v.object({
  year: v.number(),
  at: v.string(),
  hives: v.number(),
  regions: v.array(
    v.object({
      regionId: v.nullable(v.number()),
      name: v.nullable(v.string()),
      hives: v.number(),
      meanKg: v.number(),
      medianKg: v.number(),
    }),
  ),
  items: v.array(RankedHive),
  nextCursor: v.nullable(v.string()),
})
export type SeasonRanking = v.InferOutput<typeof SeasonRanking>
