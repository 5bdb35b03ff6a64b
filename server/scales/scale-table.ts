import type { Generated } from 'kysely'
import type { ScaleState, ScaleType } from '#domain/scale.ts'

export type ScaleTable = {
  id: Generated<number>
  controller_id: number
  channel: number
  name: string
  type: ScaleType
  empty_weight_grams: Generated<number>
  feed_stock_grams: Generated<number>
  visible: Generated<0 | 1>
  is_brood: Generated<0 | 1>
  gain_kg: Generated<number>
  state: ScaleState
  created_at: number
}
