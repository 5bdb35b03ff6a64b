import { TerraDraw, TerraDrawExtend, TerraDrawPolygonMode } from 'terra-draw'
import { expect, test } from 'vitest'
import { DRAWN_DECIMALS, outlinesToDraw } from './outlines-to-draw.ts'

/** A map of which only the precision matters here. */
class NoMap extends TerraDrawExtend.TerraDrawBaseAdapter {
  project = (x: number, y: number) => ({ x, y })
  unproject = (lng: number, lat: number) => ({ lng, lat })
  getLngLatFromEvent = () => null
  getMapEventElement = () => document.body
  setCursor() {}
  setDoubleClickToZoom() {}
  setDraggability() {}
  render() {}
  clear() {}
}

/** How many of these outlines the drawing tool takes. */
function takenOf(outlines: [number, number][][]): number {
  const draw = new TerraDraw({
    adapter: new NoMap({ coordinatePrecision: DRAWN_DECIMALS }),
    modes: [new TerraDrawPolygonMode()],
  })
  draw.start()
  const taken = draw.addFeatures(
    outlines.map((outline) => ({
      id: draw.getFeatureId(),
      type: 'Feature',
      geometry: { type: 'Polygon', coordinates: [outline] },
      properties: { mode: 'polygon' },
    })),
  )
  draw.stop()
  return taken.filter(({ valid }) => valid).length
}

const third = 1 / 3
const square = (west: number): number[][] => [
  [west, 47],
  [west + third, 47],
  [west + third, 47 + third],
  [west, 47 + third],
  [west, 47],
]
const polygon = (...coordinates: number[][][]): GeoJSON.Polygon => ({ type: 'Polygon', coordinates })
const several = (...coordinates: number[][][][]): GeoJSON.MultiPolygon => ({ type: 'MultiPolygon', coordinates })

test.each<[string, GeoJSON.Polygon | GeoJSON.MultiPolygon, number]>([
  ['an outline with many decimals', polygon(square(third)), 1],
  ['an outline with heights', polygon(square(8).map((place) => [...place, 431.2])), 1],
  [
    'an outline that crosses itself',
    polygon([
      [8, 47],
      [9, 48],
      [9, 47],
      [8, 48],
      [8, 47],
    ]),
    1,
  ],
  ['several outlines', several([square(8)], [square(third)]), 2],
])('%s can be taken whole by the drawing tool', (_, shape, count) => {
  const outlines = outlinesToDraw(shape)!
  expect([outlines.length, takenOf(outlines)]).toEqual([count, count])
})

test.each<[string, GeoJSON.Polygon | GeoJSON.MultiPolygon]>([
  ['a hole', polygon(square(8), square(8.1))],
  ['an outline that is not closed', several([square(8)], [square(9).slice(0, 4)])],
  [
    'an outline of two places',
    several(
      [square(8)],
      [
        [
          [8, 47],
          [9, 47],
          [8, 47],
        ],
      ],
    ),
  ],
])('a shape with %s cannot be, so its corners are not offered', (_, shape) => {
  expect(outlinesToDraw(shape)).toBeUndefined()
})
