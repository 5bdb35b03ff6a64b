import type { AlarmReason } from '../alerts/alarm.ts'
import type { HintAlarm } from '../alerts/alarm-types.ts'

/**
 * The days of a hive, one value for each local midnight of its apiary, oldest first, null if unknown: its weight in grams without and with
 * changes by hand, and the mass of the foragers that were out on the day that ends there. `feedOf`: grams of feed at a weight in grams;
 * null if the hive's empty weight is unknown.
 */
export type HintHive = {
  scaleId: number
  net: (number | null)[]
  gross: (number | null)[]
  foragers: (number | null)[]
  feedOf(grossGrams: number): number | null
}

/** Neighboring hives, and the temperature there at the same midnights, in °C. */
export type HintApiary = { hives: HintHive[]; celsius: (number | null)[] }

/** Every reason that a hint can give; the texts are `alarm.why.<code>` in `alarm-hint.json` of each locale. */
export const hintReasons = ['storesEnd', 'usesMuch', 'usesLittle', 'usesNothing', 'noGain', 'fewerForagers'] as const
export type HintReason = AlarmReason & { code: (typeof hintReasons)[number] }

/**
 * What a day reveals about a hive. `opens`: enough to tell somebody; otherwise it only continues a hint already reported. `unknown`: the
 * data do not tell; null: nothing is wrong.
 */
export type DayFinding = { opens: boolean; confidencePercent: number; why: HintReason[] } | null | 'unknown'

/** A hint about a hive from the day that started it, `from`, to the one that ended it, both as indexes of midnights. */
export type HintEpisode = {
  type: HintAlarm
  from: number
  /** Null while it continues. */
  to: number | null
  /** The last day that showed it. */
  shown: number
  confidencePercent: number
  why: HintReason[]
}
