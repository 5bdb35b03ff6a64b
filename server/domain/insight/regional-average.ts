import * as v from 'valibot'
import { kgFromGrams } from '../hives/units.ts'
import { median } from '../platform/median.ts'
import { Day } from '../platform/moment.ts'

/** Fewer hives, or hives of fewer people, show no average: whoever owns one of them would know the other. */
export const LEAST_HIVES = 3
export const LEAST_OWNERS = 3

/** Averages are rounded to this, so that a hive that joins or leaves cannot be read from the difference to the gram. */
const ROUNDED_TO_GRAMS = 10

/** A hive's local day: net change of weight from midnight to midnight, and the lesser of both weights; grams. */
export type HiveDay = { ownerId: number; changeGrams: number; massGrams: number }

export type DayAverage = { hives: number; owners: number; meanGrams: number; medianGrams: number }

/**
 * Mean and median of what the hives of a region gained in a day; undefined where too few count. Empty scales (under
 * `minimumMassGrams`) and what no flow explains (a change of more than `maximumDeltaGrams`) do not count.
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

/** The longest range of a question. */
export const AVERAGES_MAXIMUM_DAYS = 4000

/** The query of `GET regionaverage`: a region, or the primary one of a transmitter; both days count. */
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

/** The reply of `GET regionaverage`: only days that are over and that enough hives know; days begin at `utcOffset` hours. */
export const RegionAverage = v.object({
  regionId: v.number(),
  name: v.string(),
  utcOffset: v.number(),
  days: v.array(RegionDay),
})
export type RegionAverage = v.InferOutput<typeof RegionAverage>

/** An average of a day as the API shows it. */
export const toRegionDay = (
  date: string,
  { hives, meanGrams, medianGrams }: Omit<DayAverage, 'owners'>,
): RegionDay => ({
  date,
  mean: kgFromGrams(meanGrams),
  median: kgFromGrams(medianGrams),
  hives,
})
