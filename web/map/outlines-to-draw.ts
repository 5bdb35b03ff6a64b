type Place = [longitude: number, latitude: number]

/** The decimals that the drawing tool takes; seven are about a centimeter. */
export const DRAWN_DECIMALS = 7
/** A triangle, with its first corner again at the end. */
const LEAST_PLACES = 4

/**
 * Returns the outlines of a shape as the drawing tool takes them: rounded, and without heights. Undefined if it cannot take all of
 * them, as with holes or outlines that are not closed: those would be lost as soon as a corner of another one moved.
 */
export function outlinesToDraw(shape: GeoJSON.Polygon | GeoJSON.MultiPolygon): Place[][] | undefined {
  const polygons = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates
  const outlines = polygons.map(([outline = []]) =>
    outline.map(([longitude, latitude]): Place => [rounded(longitude!), rounded(latitude!)]),
  )
  const isWhole = polygons.every(({ length }) => length === 1) && outlines.every(isClosed)
  return isWhole ? outlines : undefined
}

const rounded = (degrees: number): number => Number(degrees.toFixed(DRAWN_DECIMALS))

const isClosed = (outline: readonly Place[]): boolean =>
  outline.length >= LEAST_PLACES && String(outline[0]) === String(outline.at(-1))
