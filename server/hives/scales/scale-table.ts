import type { Generated } from 'kysely'
import type { ScaleState, ScaleType } from '#domain/hives/scale.ts'

export type ScaleTable = {
  id: Generated<number>
  controller_id: number
  channel: number
  name: string
  type: ScaleType
  /** 1 if the type was guessed from what arrived first, and nobody has chosen one since. */
  type_is_guessed: Generated<0 | 1>
  empty_weight_grams: Generated<number>
  feed_stock_grams: Generated<number>
  visible: Generated<0 | 1>
  is_brood: Generated<0 | 1>
  gain_kg: Generated<number>
  state: ScaleState
  /** When it stopped collecting (epoch ms); null while it collects, or if unknown. */
  collected_until: Generated<number | null>
  /** When it moved to its channel (epoch ms): readings from before come from another. Null if it never moved, or if unknown. */
  channel_since: Generated<number | null>
  created_at: number
  /** `ScaleColor`: 0 to 63. */
  color: number
  /** By how much one kelvin more makes the scale read too high, in mg; null: shown as measured. */
  temperature_effect_milligrams: Generated<number | null>
  temperature_reference_centi: Generated<number | null>
  /** Which temperature is used: measured at the scale, or by its transmitter. */
  temperature_source: Generated<'scale' | 'controller' | null>
}

/** A channel that a scale moved away from: what it measured from `since` until before `until` (epoch ms) came from there. `since` 0: from its beginning. */
export type PastChannelTable = { scale_id: number; until: number; since: number; channel: number }

/** When a column of a scale was last edited, in epoch ms. */
export type ScaleEditTable = { scale_id: number; edited_column: string; edited_at: number }
