import type { Layer } from '@deck.gl/core'
import { PathLayer, SolidPolygonLayer, TextLayer } from '@deck.gl/layers'
import { DotLayer } from '../../map/dot-layer.ts'
import { areaColor, type GainMarks, hiveColors } from './gain-marks.ts'
import { channelsOf, type Palette } from './heat-scale.ts'

type Ring = [number, number][]
type Part = { rings: Ring[]; area: number }
export type PlaceLabel = { position: [number, number]; text: string }

const DOT_PIXELS = 8
/** With more hives than this, dots are small: they cover less of each other, and are drawn faster. */
const CROWD = 200
const CROWD_PIXELS = 5
const LABEL_PIXELS = 14
const LABEL_BESIDE = 18
const HALO_ALPHA = 205

/** What stays the same from day to day; made anew when the marks or the colors change. */
export function gainLayers(marks: GainMarks, days: number, palette: Palette) {
  const { hives, positions, offsets, areas, scale } = marks
  const colors = hiveColors(marks, days, palette)
  const parts = areas.flatMap(({ geojson }, area): Part[] => {
    if (!geojson) return []
    const polygons = geojson.type === 'Polygon' ? [geojson.coordinates] : geojson.coordinates
    return polygons.map((rings) => ({ rings: rings as Ring[], area }))
  })
  const lines = parts.flatMap(({ rings }) => rings)
  const [ink, line, ground] = [channelsOf('--ink'), channelsOf('--line-strong'), channelsOf('--surface')]
  const placed = {
    getPosition: { value: positions, size: 3 },
    getOffset: { value: offsets, size: 2 },
  }
  /** The layers of one day: attributes that are the same array as before are not sent again. */
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
      getRadius: hives.length > CROWD ? CROWD_PIXELS : DOT_PIXELS,
      radiusUnits: 'pixels',
      stroked: true,
      getLineColor: ink,
      getLineWidth: hives.length > CROWD ? 1 : 1.5,
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
      getSize: LABEL_PIXELS,
      getColor: ink,
      getTextAnchor: 'start',
      getPixelOffset: [LABEL_BESIDE, 0],
      fontFamily: 'system-ui, sans-serif',
      fontWeight: 600,
      characterSet: 'auto',
      background: true,
      backgroundPadding: [5, 3],
      getBackgroundColor: [...ground, HALO_ALPHA],
      updateTriggers: { getColor: palette, getBackgroundColor: palette },
    }),
  ]
}
