import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { regionsOfPlace } from '../regions/regions-of-place.ts'
import { type NamedRow, updateController } from './controller-queries.ts'

/** Assigns a transmitter the regions that contain its place, unless its owner chose them manually. */
export async function placeInRegions(db: Kysely<Tables>, row: NamedRow): Promise<NamedRow> {
  if (row.regions_by_hand === 1) return row
  const pair = await regionsOfPlace(db, row)
  const isThere =
    row.primary_region_id === pair.primary_region_id && row.secondary_region_id === pair.secondary_region_id
  return isThere ? row : ((await updateController(db, row.id, pair)) ?? row)
}
