import type { ColumnType, Generated } from 'kysely'

/** `interval_hours`: what the device was last told, or the interval set when it was first heard. `tried_at` in epoch ms. */
export type LoraDownlinkTable = {
  controller_id: number
  interval_hours: number
  failures: Generated<number>
  tried_at: ColumnType<number | null, number | null | undefined, number | null>
}
