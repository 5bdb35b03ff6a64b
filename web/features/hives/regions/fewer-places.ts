import { checkShape, type Shape } from '#domain/hives/regions/region-geometry.ts'
import { simplifyShape } from '#domain/hives/regions/simplify-shape.ts'

/** Returns the shape with at most `maximum` places, or still fewer if removing corners made an outline cross itself. */
export function fewerPlaces(shape: Shape, maximum: number): Shape {
  let simple = shape
  for (const part of [1, 0.8, 0.6, 0.4, 0.2]) {
    simple = simplifyShape(shape, Math.floor(maximum * part))
    if (!('faults' in checkShape(simple))) return simple
  }
  return simple
}

/** Adds a polygon to a shape. */
export const withPolygon = (shape: Shape | undefined, polygon: Shape & { type: 'Polygon' }): Shape => {
  if (!shape) return polygon
  const others = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates
  return { type: 'MultiPolygon', coordinates: [...others, polygon.coordinates] }
}
