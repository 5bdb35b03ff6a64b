import type { Kysely } from 'kysely'
import type { Box } from '#domain/hives/regions/region-geometry.ts'
import type { Tables } from '../../store/tables.ts'
import { type PlacedRow, type RegionPair, selectPlaced, setRegions } from './region-queries.ts'
import { regionFinder } from './regions-of-place.ts'

const AT_ONCE = 500

/**
 * Reassigns regions to the transmitters that a changed region may concern: those in its boxes, before and after the change, and
 * those that have it. Manual choices of owners stay. Returns the ids of those that changed.
 */
export async function placeControllers(
  db: Kysely<Tables>,
  { regionId, boxes }: { regionId: number; boxes: readonly Box[] },
): Promise<number[]> {
  const changed: number[] = []
  let after = 0
  for (;;) {
    const rows = await selectPlaced(db, { boxes, regionId, after, limit: AT_ONCE })
    const located = rows.filter(({ latitude, longitude }) => latitude !== null && longitude !== null)
    const find = await regionFinder(db, boxAround(located))
    const groups = Map.groupBy(
      rows.flatMap((row) => changeOf(row, find(row)) ?? []),
      ({ pair }) => JSON.stringify(pair),
    )
    for (const group of groups.values()) {
      const ids = group.map(({ id }) => id)
      await setRegions(db, ids, group[0]!.pair)
      changed.push(...ids)
    }
    if (rows.length < AT_ONCE) return changed
    after = rows.at(-1)!.id
  }
}

const changeOf = (row: PlacedRow, pair: RegionPair) =>
  row.primary_region_id === pair.primary_region_id && row.secondary_region_id === pair.secondary_region_id
    ? undefined
    : { id: row.id, pair }

const boxAround = (rows: readonly PlacedRow[]): Box =>
  rows.reduce<Box>(
    ([west, south, east, north], { longitude, latitude }) => [
      Math.min(west, longitude!),
      Math.min(south, latitude!),
      Math.max(east, longitude!),
      Math.max(north, latitude!),
    ],
    [180, 90, -180, -90],
  )
