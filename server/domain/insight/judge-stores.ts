import { kgFromGrams } from '../hives/units.ts'
import { feedRunway } from './feed-runway.ts'
import type { DayFinding, HintApiary } from './hint.ts'
import { windowOf } from './hint-window.ts'

const STORES_DAYS = 21
const LEAST_DAYS = 12
/** Feed for fewer days is reported. */
const SHORT_DAYS = 21
/** A reported hint continues until there is feed for this many days. */
const ENOUGH_DAYS = 30
const LAST_GRAMS = 1000

/**
 * Judges each hive's stores by the day that ends at midnight `at`: the days until they are used up at the rate of the last three weeks
 * (`feed-runway.ts`), with the effect of rain and snow, as the neighbors show it, removed. Unknown if no empty weight is set.
 */
export function judgeStores(apiary: HintApiary, at: number): DayFinding[] {
  const window = windowOf(apiary, at, STORES_DAYS, LEAST_DAYS)
  return window.hives.map(({ grams, beside }, hive): DayFinding => {
    const { gross, feedOf } = apiary.hives[hive]!
    const weight = gross[at] ?? null
    const wet = Math.max(0, beside?.at(-1) ?? 0)
    const feed = weight === null ? null : feedOf(weight - wet)
    if (feed === null) return 'unknown'
    const dry = grams.map((value, day) =>
      value === null ? null : kgFromGrams(Math.round(value - (beside?.[day] ?? 0))),
    )
    const runway = feedRunway(kgFromGrams(Math.round(feed)), dry)
    if (runway.state === 'unknown') return 'unknown'
    if (runway.state !== 'using' || runway.days >= ENOUGH_DAYS) {
      // if hardly anything is left, hardly anything is consumed
      return feed < LAST_GRAMS ? { opens: false, confidencePercent: 75, why: [] } : null
    }
    const { days, perDayKg, shortest, longest } = runway
    // even the long end of the range (four times out of five) is short
    const isSure = longest !== null && longest < ENOUGH_DAYS
    const confidencePercent = Math.min(95, isSure ? 75 + Math.max(0, SHORT_DAYS - days) : 55)
    const values = { kg: kgFromGrams(feed), grams: Math.round(perDayKg * 1000), days, shortest }
    return {
      opens: days < SHORT_DAYS && (isSure || days < SHORT_DAYS / 2),
      confidencePercent,
      why: [{ code: 'storesEnd', values }],
    }
  })
}
