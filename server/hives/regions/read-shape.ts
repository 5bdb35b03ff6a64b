import type { Insertable } from 'kysely'
import { OUTLINE_PLACES_MAXIMUM } from '#domain/hives/regions/region.ts'
import {
  boxOf,
  checkShape,
  countAtLeast,
  REGION_PLACES_MAXIMUM,
  type ShapeFault,
} from '#domain/hives/regions/region-geometry.ts'
import { simplifyShape } from '#domain/hives/regions/simplify-shape.ts'
import type { Locale } from '#domain/platform/locale.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { intlOf, translate } from '../../platform/runtime/translate.ts'
import type { RegionTable } from './region-table.ts'

export type ReadShape = {
  columns: Pick<Insertable<RegionTable>, 'geojson' | 'outline' | 'west' | 'south' | 'east' | 'north'>
  looksSwapped: boolean
}

/** Converts a shape to what is stored. Throws 400 `region_shape_wrong` with the position of each fault, and `region_shape_detailed`. */
export function readShape(geojson: unknown, locale: Locale): ReadShape {
  // a check for crossings takes too long for what is refused anyway
  requireFewPlaces(countAtLeast(geojson))
  const checked = checkShape(geojson)
  if ('faults' in checked) {
    const issues = checked.faults.map((fault) => ({
      path: ['geojson', 'coordinates', ...fault.path].join('.'),
      message: faultWords(fault, locale),
    }))
    throw new AppError(400, 'region_shape_wrong', { issues, values: { fault: issues[0]!.message } })
  }
  const { shape, places, looksSwapped } = checked
  requireFewPlaces(places)
  const [west, south, east, north] = boxOf(shape)
  const outline = places > OUTLINE_PLACES_MAXIMUM ? JSON.stringify(simplifyShape(shape, OUTLINE_PLACES_MAXIMUM)) : null
  return { columns: { geojson: JSON.stringify(shape), outline, west, south, east, north }, looksSwapped }
}

function requireFewPlaces(places: number): void {
  if (places <= REGION_PLACES_MAXIMUM) return
  throw new AppError(400, 'region_shape_detailed', { values: { places, maximum: REGION_PLACES_MAXIMUM } })
}

function faultWords({ code, at }: ShapeFault, locale: Locale): string {
  const [longitude, latitude] = at ?? [0, 0]
  const degrees = (value: number) => intlOf(locale).formatNumber(Math.abs(value), { maximumFractionDigits: 4 })
  const place = translate(locale, 'region.place', {
    latitude: degrees(latitude),
    northOrSouth: latitude < 0 ? 'south' : 'north',
    longitude: degrees(longitude),
    eastOrWest: longitude < 0 ? 'west' : 'east',
  })
  return translate(locale, `region.fault.${code}`, { place })
}
