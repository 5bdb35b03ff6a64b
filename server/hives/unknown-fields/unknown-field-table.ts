import type { Generated } from 'kysely'

/** A name that nobody knows, and what its owner says it is: null until then. `last_at` in epoch ms. */
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
 * One value of such a name in ten minutes; `slot` is their beginning, both in epoch seconds. `filled`: 1 where it was put beside the
 * readings of its time.
 */
export type UnknownValueTable = {
  controller_id: number
  name: string
  slot: number
  time: number
  value: number
  filled: Generated<0 | 1>
}
