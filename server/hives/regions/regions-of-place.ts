import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import type { Kysely } from 'kysely'
import { type Box, isInBox, type Place } from '#domain/hives/regions/region-geometry.ts'
import type { Tables } from '../../store/tables.ts'
import { type RegionPair, selectShapesNear } from './region-queries.ts'
import { storedShape } from './to-region.ts'

type Located = { latitude: number | null; longitude: number | null }

/**
 * Returns a function that finds the primary and secondary region of any place within a box: of those that contain it, the two with
 * the highest priority; among equal ones the smaller first.
 */
export async function regionFinder(db: Kysely<Tables>, box: Box): Promise<(place: Located) => RegionPair> {
  const rows = await selectShapesNear(db, box)
  const shapes = rows.flatMap(({ id, box, geojson }) => {
    const shape = storedShape(geojson)
    return shape ? { id, box, shape } : []
  })
  return ({ latitude, longitude }) => {
    if (latitude === null || longitude === null) return { primary_region_id: null, secondary_region_id: null }
    const place: Place = [longitude, latitude]
    const holding = shapes.filter(({ box, shape }) => isInBox(box, place) && booleanPointInPolygon(place, shape))
    return { primary_region_id: holding[0]?.id ?? null, secondary_region_id: holding[1]?.id ?? null }
  }
}

/** The primary and secondary region of one place. */
export async function regionsOfPlace(db: Kysely<Tables>, place: Located): Promise<RegionPair> {
  const { latitude, longitude } = place
  if (latitude === null || longitude === null) return { primary_region_id: null, secondary_region_id: null }
  const find = await regionFinder(db, [longitude, latitude, longitude, latitude])
  return find(place)
}
