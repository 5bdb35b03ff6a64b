import type { Generated } from 'kysely'

/** `west` to `north`: the box around the shape, in degrees; null if there is no shape. `outline`: the shape simplified to few points. */
export type RegionTable = {
  id: Generated<number>
  name: string
  geojson: string
  outline: string | null
  west: number | null
  south: number | null
  east: number | null
  north: number | null
  priority: Generated<number>
  utc_offset: number
  alarm_from: number
  alarm_to: number
}
