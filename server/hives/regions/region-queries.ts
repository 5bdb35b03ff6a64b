import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { Box } from '#domain/hives/regions/region-geometry.ts'
import { counted } from '../../platform/db/list-order.ts'
import type { Tables } from '../../store/tables.ts'
import type { RegionTable } from './region-table.ts'

export type RegionRow = Selectable<RegionTable>
export type RegionShapeRow = Pick<RegionRow, 'id' | 'priority' | 'geojson'> & { box: Box }
export type PlacedRow = Pick<
  Selectable<Tables['controller']>,
  'id' | 'latitude' | 'longitude' | 'primary_region_id' | 'secondary_region_id'
>
export type RegionPair = Pick<PlacedRow, 'primary_region_id' | 'secondary_region_id'>

/** All regions, highest priority first, then by name. */
export const selectRegions = (db: Kysely<Tables>): Promise<RegionRow[]> =>
  db
    .selectFrom('region')
    .selectAll()
    .orderBy('priority', 'desc')
    .orderBy(counted(sql.ref('name')))
    .execute()

export const selectRegion = (db: Kysely<Tables>, id: number): Promise<RegionRow | undefined> =>
  db.selectFrom('region').selectAll().where('id', '=', id).executeTakeFirst()

/** How many people and transmitters each region has, as primary or secondary region. */
export async function countInRegions(
  db: Kysely<Tables>,
  id?: number,
): Promise<Map<number, { userCount: number; controllerCount: number }>> {
  const rows = await db
    .selectFrom('region')
    .innerJoin('controller', (join) =>
      join.on((eb) =>
        eb.or([
          eb('controller.primary_region_id', '=', eb.ref('region.id')),
          eb('controller.secondary_region_id', '=', eb.ref('region.id')),
        ]),
      ),
    )
    .select((eb) => [
      'region.id',
      eb.fn.count('controller.owner_id').distinct().as('users'),
      eb.fn.count('controller.id').as('controllers'),
    ])
    .$if(id !== undefined, (query) => query.where('region.id', '=', id!))
    .groupBy('region.id')
    .execute()
  return new Map(
    rows.map((row) => [row.id, { userCount: Number(row.users), controllerCount: Number(row.controllers) }]),
  )
}

export const insertRegion = (db: Kysely<Tables>, row: Insertable<RegionTable>): Promise<RegionRow> =>
  db.insertInto('region').values(row).returningAll().executeTakeFirstOrThrow()

export const updateRegion = (
  db: Kysely<Tables>,
  id: number,
  changes: Updateable<RegionTable>,
): Promise<RegionRow | undefined> =>
  db.updateTable('region').set(changes).where('id', '=', id).returningAll().executeTakeFirst()

export const deleteRegion = (db: Kysely<Tables>, id: number): Promise<{ id: number } | undefined> =>
  db.deleteFrom('region').where('id', '=', id).returning('id').executeTakeFirst()

/** The regions whose box intersects this one: highest priority first; among equal ones the smaller first. */
export async function selectShapesNear(db: Kysely<Tables>, [west, south, east, north]: Box): Promise<RegionShapeRow[]> {
  const rows = await db
    .selectFrom('region')
    .select(['id', 'priority', 'geojson', 'west', 'south', 'east', 'north'])
    .where('west', '<=', east)
    .where('east', '>=', west)
    .where('south', '<=', north)
    .where('north', '>=', south)
    .execute()
  return rows
    .map(({ west, south, east, north, ...row }) => ({ ...row, box: [west!, south!, east!, north!] satisfies Box }))
    .sort((a, b) => b.priority - a.priority || sizeOf(a.box) - sizeOf(b.box) || a.id - b.id)
}

const sizeOf = ([west, south, east, north]: Box) => (east - west) * (north - south)

/** Transmitters without manually chosen regions that are in these boxes or have this region, with ids greater than `after`. */
export const selectPlaced = (
  db: Kysely<Tables>,
  { boxes, regionId, after, limit }: { boxes: readonly Box[]; regionId: number; after: number; limit: number },
): Promise<PlacedRow[]> =>
  db
    .selectFrom('controller')
    .select(['id', 'latitude', 'longitude', 'primary_region_id', 'secondary_region_id'])
    .where('regions_by_hand', '=', 0)
    .where('id', '>', after)
    .where((eb) =>
      eb.or([
        eb('primary_region_id', '=', regionId),
        eb('secondary_region_id', '=', regionId),
        ...boxes.map(([west, south, east, north]) =>
          eb.and([
            eb('longitude', '>=', west),
            eb('longitude', '<=', east),
            eb('latitude', '>=', south),
            eb('latitude', '<=', north),
          ]),
        ),
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .execute()

/** Transmitters whose owner chose nothing but this region are placed automatically again. */
export const leaveToPlace = (db: Kysely<Tables>, regionId: number) =>
  db
    .updateTable('controller')
    .set({ regions_by_hand: 0 })
    .where((eb) => eb.or([eb('primary_region_id', '=', regionId), eb('secondary_region_id', '=', regionId)]))
    .where((eb) => eb.or([eb('primary_region_id', '=', regionId), eb('primary_region_id', 'is', null)]))
    .where((eb) => eb.or([eb('secondary_region_id', '=', regionId), eb('secondary_region_id', 'is', null)]))
    .execute()

/** Moves the owner's second region up in place of the first; returns the ids of these transmitters. */
export async function promoteSecondary(db: Kysely<Tables>, regionId: number): Promise<number[]> {
  const rows = await db
    .updateTable('controller')
    .set((eb) => ({ primary_region_id: eb.ref('secondary_region_id'), secondary_region_id: null }))
    .where('primary_region_id', '=', regionId)
    .where('regions_by_hand', '=', 1)
    .where('secondary_region_id', 'is not', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export const setRegions = (db: Kysely<Tables>, controllerIds: readonly number[], pair: RegionPair) =>
  db.updateTable('controller').set(pair).where('id', 'in', controllerIds).where('regions_by_hand', '=', 0).execute()
