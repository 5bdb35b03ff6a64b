import type { Shape } from '#domain/hives/regions/region-geometry.ts'

/** A shape from a file, not yet checked, with its name there. */
export type FileShape = { name: string; shape: Shape }

type Anything = { type?: unknown; geometry?: unknown; features?: unknown; geometries?: unknown; properties?: unknown }

const NAME_FIELDS = ['name', 'NAME', 'Name', 'title', 'NAME_1', 'KANTONSNAME', 'id']

/** Returns every Polygon and MultiPolygon of a GeoJSON text, however nested; undefined if it is not JSON. */
export function shapesInFile(text: string): FileShape[] | undefined {
  try {
    return shapesOf(JSON.parse(text), '')
  } catch {
    return undefined
  }
}

function shapesOf(value: unknown, name: string): FileShape[] {
  const { type, geometry, features, geometries, properties } = (value ?? {}) as Anything
  if (type === 'Polygon' || type === 'MultiPolygon') return [{ name, shape: value as Shape }]
  if (type === 'Feature') return shapesOf(geometry, nameOf(properties))
  if (type === 'FeatureCollection' && Array.isArray(features)) return features.flatMap((one) => shapesOf(one, ''))
  if (type === 'GeometryCollection' && Array.isArray(geometries))
    return geometries.flatMap((one) => shapesOf(one, name))
  return []
}

function nameOf(properties: unknown): string {
  const fields = (properties ?? {}) as Record<string, unknown>
  const field = NAME_FIELDS.find((one) => ['string', 'number'].includes(typeof fields[one]))
  return field ? String(fields[field]) : ''
}

/** Combines all shapes into one. */
export const together = (shapes: readonly FileShape[]): Shape => ({
  type: 'MultiPolygon',
  coordinates: shapes.flatMap(({ shape }) => (shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates)),
})
