import type { Generated } from 'kysely'

/** What a request brought, stored before it is acknowledged and kept until it is folded into tiles. */
export type InboxTable = { id: Generated<number>; controller_id: number; received_at: number; body: Uint8Array }

/** The newest reading of a scale; `time` in epoch seconds. */
export type ScaleLastTable = {
  scale_id: number
  time: number
  weight_grams: number | null
  temperature_centi: number | null
  humidity_permille: number | null
  gain_level_grams: number
  loss_level_grams: number
}
