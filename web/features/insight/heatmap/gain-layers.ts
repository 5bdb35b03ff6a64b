import type { Layer } from '@deck.gl/core'
import { PathLayer, SolidPolygonLayer, TextLayer } from '@deck.gl/layers'
import { DotLayer } from '../../../map/dot-layer.ts'
import { areaColor, type GainMarks, hiveColors } from './gain-marks.ts'
import { channelsOf, type Palette } from './heat-scale.ts'
import { labelLetters, type PlaceLabel } from './place-labels.ts'

type Ring = [number, number][]
type Part = { rings: Ring[]; area: number }
const baselines = { 0: 'top', 0.5: 'center', 1: 'bottom' } as const

/** With more hives than this, dots are small, so that they overlap less and draw faster. */
const CROWD = 200
/** The size of a hive's dot in pixels, by the number of hives. */
export const dotOf = (hives: number) => (hives > CROWD ? { radius: 5, line: 1 } : { radius: 8, line: 1.5 })
/** The style of the labels, in pixels; `size` of letters of usual size. */
export const LABEL = {
  size: 15,
  beside: 18,
  padding: [5, 3],
  family: 'system-ui, sans-serif',
  weight: 600,
  groundAlpha: 205,
} as const

/** Prepares what is the same for every day; call it again if the marks or colors change. */
export function gainLayers(marks: GainMarks, days: number, palette: Palette) {
  const { hives, positions, offsets, areas, scale } = marks
  const colors = hiveColors(marks, days, palette)
  const parts = areas.flatMap(({ geojson }, area): Part[] => {
    if (!geojson) return []
    const polygons = geojson.type === 'Polygon' ? [geojson.coordinates] : geojson.coordinates
    return polygons.map((rings) => ({ rings: rings as Ring[], area }))
  })
  const lines = parts.flatMap(({ rings }) => rings)
  const dot = dotOf(hives.length)
  const [ink, line, ground] = [channelsOf('--ink'), channelsOf('--line-strong'), channelsOf('--surface')]
  const placed = {
    getPosition: { value: positions, size: 3 },
    getOffset: { value: offsets, size: 2 },
  }
  /** Returns the layers of one day. Attributes that are the same array as before are not uploaded again. */
  return (day: number, labels: readonly PlaceLabel[]): Layer[] => [
    new SolidPolygonLayer<Part>({
      id: 'areas',
      data: parts,
      getPolygon: ({ rings }) => rings,
      getFillColor: ({ area }) => areaColor(areas[area]!.gainsGrams[day], scale, palette),
      updateTriggers: { getFillColor: [day, palette] },
      pickable: true,
    }),
    new PathLayer<Ring>({
      id: 'outlines',
      data: lines,
      getPath: (ring) => ring,
      getColor: line,
      getWidth: 1,
      widthUnits: 'pixels',
      updateTriggers: { getColor: palette },
    }),
    new DotLayer({
      id: 'hives',
      frame: day,
      data: {
        length: hives.length,
        attributes: {
          ...placed,
          getFillColor: {
            value: colors.subarray(day * hives.length * 4, (day + 1) * hives.length * 4),
            size: 4,
          },
        },
      },
      getRadius: dot.radius,
      radiusUnits: 'pixels',
      stroked: true,
      getLineColor: ink,
      getLineWidth: dot.line,
      antialiasing: hives.length <= CROWD,
      lineWidthUnits: 'pixels',
      updateTriggers: { getLineColor: palette },
      pickable: true,
    }),
    new TextLayer<PlaceLabel>({
      id: 'labels',
      data: labels,
      getPosition: ({ position }) => position,
      getText: ({ text }) => text,
      getSize: LABEL.size * labelLetters(),
      getColor: ink,
      getTextAnchor: ({ isLeft }) => (isLeft ? 'end' : 'start'),
      getAlignmentBaseline: ({ above }) => baselines[above as keyof typeof baselines],
      getPixelOffset: ({ isLeft }) => [isLeft ? -LABEL.beside : LABEL.beside, 0],
      fontFamily: LABEL.family,
      fontWeight: LABEL.weight,
      characterSet: 'auto',
      background: true,
      backgroundPadding: [...LABEL.padding],
      getBackgroundColor: [...ground, LABEL.groundAlpha],
      updateTriggers: { getColor: palette, getBackgroundColor: palette },
    }),
  ]
}
