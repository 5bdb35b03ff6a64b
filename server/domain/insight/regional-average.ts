import * as v from 'valibot'
import { kgFromGrams } from '../hives/units.ts'
import { median } from '../platform/median.ts'
import { Day } from '../platform/moment.ts'

/** No average is shown for fewer hives, or hives of fewer people: the owner of one could work out the other's. */
const LEAST_HIVES = 3
const LEAST_OWNERS = 3

/** Averages are rounded to this, so that the difference does not reveal to the gram what a hive that joins or leaves has gained. */
const ROUNDED_TO_GRAMS = 10

/** A hive's local day in grams: the net change of weight from midnight to midnight, and the smaller of the two weights. */
export type HiveDay = { ownerId: number; changeGrams: number; massGrams: number }

export type DayAverage = { hives: number; owners: number; meanGrams: number; medianGrams: number }

/**
 * Returns the mean and median of the daily gains of a region's hives; undefined if too few count. Ignores empty scales (under
 * `minimumMassGrams`) and changes that no flow explains (more than `maximumDeltaGrams`).
 */
export function averageOfDay(
  hives: readonly HiveDay[],
  limits: { minimumMassGrams: number; maximumDeltaGrams: number },
): DayAverage | undefined {
  const counted = hives.filter(
    ({ changeGrams, massGrams }) =>
      massGrams >= limits.minimumMassGrams && Math.abs(changeGrams) <= limits.maximumDeltaGrams,
  )
  const owners = new Set(counted.map(({ ownerId }) => ownerId)).size
  if (counted.length < LEAST_HIVES || owners < LEAST_OWNERS) return undefined
  const changes = counted.map(({ changeGrams }) => changeGrams)
  const sum = changes.reduce((all, change) => all + change, 0)
  return {
    hives: counted.length,
    owners,
    meanGrams: rounded(sum / counted.length),
    medianGrams: rounded(median(changes)!),
  }
}

const rounded = (grams: number): number => Math.round(grams / ROUNDED_TO_GRAMS) * ROUNDED_TO_GRAMS + 0

const id = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/, 'a number'), v.transform(Number))
const day = v.pipe(v.string(), v.isoDate())

/** The longest range of a query. */
export const AVERAGES_MAXIMUM_DAYS = 4000

/** The query of `GET regionaverage`: a region, or a transmitter's primary one; both days are inclusive. */
export const RegionAverageQuery = v.pipe(
  v.object({ regionId: v.optional(id), controllerId: v.optional(id), from: v.optional(Day), to: v.optional(Day) }),
  v.check(
    ({ regionId, controllerId }) => (regionId === undefined) !== (controllerId === undefined),
    'regionId or controllerId',
  ),
)

/** A day of a region: kg gained from its midnight to the next, and how many hives count. */
export const RegionDay = v.object({ date: day, mean: v.number(), median: v.number(), hives: v.number() })
export type RegionDay = v.InferOutput<typeof RegionDay>

/** The reply of `GET regionaverage`: only completed days for which enough hives have data; days start at `utcOffset` hours. */
export const RegionAverage = v.object({
  regionId: v.number(),
  name: v.string(),
  utcOffset: v.number(),
  days: v.array(RegionDay),
})
export type RegionAverage = v.InferOutput<typeof RegionAverage>

/** The average of a day as the API shows it. */
export const toRegionDay = (
  date: string,
  { hives, meanGrams, medianGrams }: Omit<DayAverage, 'owners'>,
): RegionDay => ({
  date,
  mean: kgFromGrams(meanGrams),
  median: kgFromGrams(medianGrams),
  hives,
})
