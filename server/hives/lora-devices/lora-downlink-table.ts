import type { ColumnType, Generated } from 'kysely'

/** `interval_hours`: what the device was told last, or what held when it was first heard. `tried_at` in epoch ms. */
export type LoraDownlinkTable = {
  controller_id: number
  interval_hours: number
  failures: Generated<number>
  tried_at: ColumnType<number | null, number | null | undefined, number | null>
}
