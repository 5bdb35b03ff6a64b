import type { AdministeredRegion, Region } from '#domain/hives/regions/region.ts'
import type { Shape } from '#domain/hives/regions/region-geometry.ts'
import type { RegionRow } from './region-queries.ts'

const shapeOf = (geojson: string): Shape | null => {
  const shape = JSON.parse(geojson) as Shape | Record<string, never>
  return 'type' in shape ? (shape as Shape) : null
}

const factsOf = ({ id, name, priority, utc_offset, alarm_from, alarm_to }: RegionRow) => ({
  id,
  name,
  priority,
  utcOffset: utc_offset,
  alarmFrom: alarm_from,
  alarmTo: alarm_to,
})

/** A region as every user sees it. */
export const toRegion = (row: RegionRow): Region => ({ ...factsOf(row), geojson: shapeOf(row.outline ?? row.geojson) })

/** A region as administrators see it. */
export const toAdministeredRegion = (
  row: RegionRow,
  { userCount, controllerCount } = { userCount: 0, controllerCount: 0 },
): AdministeredRegion => ({ ...factsOf(row), geojson: shapeOf(row.geojson), userCount, controllerCount })
