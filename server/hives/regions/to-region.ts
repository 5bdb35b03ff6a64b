import { type AdministeredRegion, type Region, RegionBody } from '#domain/hives/regions/region.ts'
import type { Shape } from '#domain/hives/regions/region-geometry.ts'
import { storedJson } from '../../platform/db/stored-json.ts'
import type { RegionRow } from './region-queries.ts'

/** Returns a stored shape; null if it has none or is damaged: it contains no place then, until somebody draws it again. */
export const storedShape = (geojson: string): Shape | null =>
  storedJson(RegionBody.entries.geojson, geojson, null) as Shape | null

const factsOf = ({ id, name, priority, utc_offset, alarm_from, alarm_to }: RegionRow) => ({
  id,
  name,
  priority,
  utcOffset: utc_offset,
  alarmFrom: alarm_from,
  alarmTo: alarm_to,
})

/** A region as every user sees it. */
export const toRegion = (row: RegionRow): Region => ({
  ...factsOf(row),
  geojson: storedShape(row.outline ?? row.geojson),
})

/** A region as administrators see it. */
export const toAdministeredRegion = (
  row: RegionRow,
  { userCount, controllerCount } = { userCount: 0, controllerCount: 0 },
): AdministeredRegion => ({ ...factsOf(row), geojson: storedShape(row.geojson), userCount, controllerCount })
