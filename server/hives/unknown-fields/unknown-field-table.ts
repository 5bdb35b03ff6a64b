import type { Generated } from 'kysely'

/** An unknown name, and what its owner says it means: null until then. `last_at` in epoch ms. */
export type UnknownFieldTable = {
  controller_id: number
  name: string
  last_value: number
  last_at: number
  quantity: string | null
  channel: number | null
  unit: string | null
}

/**
 * One value of such a name per ten minutes; `slot` is the start of these, `time` when it was measured, both in epoch seconds.
 * `filled`: 1 if it was added to the readings.
 */
export type UnknownValueTable = {
  controller_id: number
  name: string
  slot: number
  time: number
  value: number
  filled: Generated<0 | 1>
}
