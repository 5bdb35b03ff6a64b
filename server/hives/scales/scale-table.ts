import type { Generated } from 'kysely'
import type { ScaleState, ScaleType } from '#domain/hives/scale.ts'

export type ScaleTable = {
  id: Generated<number>
  controller_id: number
  channel: number
  name: string
  type: ScaleType
  /** It was told by what arrived first, and nobody chose it since. */
  type_is_guessed: Generated<0 | 1>
  empty_weight_grams: Generated<number>
  feed_stock_grams: Generated<number>
  visible: Generated<0 | 1>
  is_brood: Generated<0 | 1>
  gain_kg: Generated<number>
  state: ScaleState
  /** Since when it does not collect (epoch ms); null while it does, and where nobody knows. */
  collected_until: Generated<number | null>
  created_at: number
  /** `ScaleColor`: 0 to 63. */
  color: number
  /** What a kelvin more makes the scale show too much, in mg; null: it is shown as measured. */
  temperature_effect_milligrams: Generated<number | null>
  temperature_reference_centi: Generated<number | null>
  /** Whose temperature: measured at the scale, or by its transmitter. */
  temperature_source: Generated<'scale' | 'controller' | null>
}
