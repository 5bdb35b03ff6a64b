import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Regions were chosen by hand so far; from now on a transmitter's place determines its region, unless its owner chose one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['west', 'south', 'east', 'north']) {
    await db.schema.alterTable('region').addColumn(column, 'double precision').execute()
  }
  await db.schema.alterTable('region').addColumn('outline', 'text').execute()
  await db.schema
    .alterTable('controller')
    .addColumn('regions_by_hand', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`update controller set regions_by_hand = 1
    where primary_region_id is not null or secondary_region_id is not null`.execute(db)
  await db.schema.createIndex('controller_primary_region').on('controller').column('primary_region_id').execute()
  await db.schema.createIndex('controller_secondary_region').on('controller').column('secondary_region_id').execute()
  const { rows } = await sql<{ id: number; geojson: string }>`select id, geojson from region`.execute(db)
  for (const { id, geojson } of rows) {
    const places = placesOf(geojson)
    if (places.length === 0) continue
    const [longitudes, latitudes] = [places.map(([x]) => x), places.map(([, y]) => y)]
    await sql`update region set west = ${Math.min(...longitudes)}, south = ${Math.min(...latitudes)},
      east = ${Math.max(...longitudes)}, north = ${Math.max(...latitudes)} where id = ${id}`.execute(db)
  }
}

function placesOf(geojson: string): [number, number][] {
  const { type, coordinates } = JSON.parse(geojson) as { type?: string; coordinates?: unknown[] }
  if (type === 'Polygon') return (coordinates as [number, number][][]).flat()
  return type === 'MultiPolygon' ? (coordinates as [number, number][][][]).flat(2) : []
}
