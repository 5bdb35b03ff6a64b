import type { AlarmReason } from '../alerts/alarm.ts'
import type { HintAlarm } from '../alerts/alarm-types.ts'

/**
 * The days of a hive, one value for each local midnight of its apiary, oldest first, null where it is not known: what it weighs in grams without and
 * with what hands brought, and the mass of the foragers that were out on the day that ends there. `feedOf`: grams of feed at a weight in
 * grams; null where its empty weight is not known.
 */
export type HintHive = {
  scaleId: number
  net: (number | null)[]
  gross: (number | null)[]
  foragers: (number | null)[]
  feedOf(grossGrams: number): number | null
}

/** Hives that are neighbours, and the temperature there at the same midnights, in °C. */
export type HintApiary = { hives: HintHive[]; celsius: (number | null)[] }

/** Every reason that a hint gives; the texts are `alarm.why.<code>` in `alarm-hint.json` of each locale. */
export const hintReasons = ['storesEnd', 'usesMuch', 'usesLittle', 'usesNothing', 'noGain', 'fewerForagers'] as const
export type HintReason = AlarmReason & { code: (typeof hintReasons)[number] }

/**
 * What a day shows of a hive. `opens`: enough to tell somebody; else it only lets go on what was told before. `unknown`: the days do not
 * say; null: there is nothing.
 */
export type DayFinding = { opens: boolean; confidencePercent: number; why: HintReason[] } | null | 'unknown'

/** A hint about a hive from the day that began it, `from`, to the one that ended it, both as indexes of midnights. */
export type HintEpisode = {
  type: HintAlarm
  from: number
  /** Null while it goes on. */
  to: number | null
  /** The last day that showed it. */
  shown: number
  confidencePercent: number
  why: HintReason[]
}
