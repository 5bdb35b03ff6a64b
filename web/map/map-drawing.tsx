import { useEffect, useEffectEvent } from 'react'
import { useMap } from 'react-map-gl/maplibre'
import { TerraDraw, TerraDrawPolygonMode, TerraDrawSelectMode } from 'terra-draw'
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter'
import { useLook } from '../ui/look.ts'
import { tokenColor } from '../ui/theme.ts'
import { DRAWN_DECIMALS, outlinesToDraw } from './outlines-to-draw.ts'

export type DrawnPolygon = { type: 'Polygon'; coordinates: [number, number][][] }

/** What to do on a map: draw a new polygon, or move the corners of existing ones. */
export type Drawing = {
  /** Called when taps and drags draw; before that, they move the map. */
  onReady: () => void
} & (
  | { tool: 'new'; onDrawn: (polygon: DrawnPolygon) => void }
  | { tool: 'corners'; onDrawn: (polygons: DrawnPolygon[]) => void }
)

type DrawProps = { shape: GeoJSON.Polygon | GeoJSON.MultiPolygon | undefined } & Drawing

/** Inside a map, draws a new polygon by tapping its corners, or lets existing corners be dragged. */
export function MapDrawing({ shape, ...drawing }: DrawProps) {
  const { current: map } = useMap()
  const look = useLook()
  const { tool } = drawing
  const changed = useEffectEvent((draw: TerraDraw) => {
    const polygons = polygonsIn(draw)
    if (drawing.tool === 'corners') drawing.onDrawn(polygons)
    else if (polygons[0]) drawing.onDrawn(polygons[0])
  })
  const begun = useEffectEvent((draw: TerraDraw) => {
    if (drawing.tool === 'corners' && shape) takeUp(draw, shape)
    drawing.onReady()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` stands for the token colors and the style of the map
  useEffect(() => {
    if (!map) return
    const adapter = new TerraDrawMapLibreGLAdapter({ map: map.getMap(), coordinatePrecision: DRAWN_DECIMALS })
    const draw = new TerraDraw({ adapter, modes: [polygonMode(), selectMode()] })
    const start = () => {
      draw.start()
      draw.setMode(tool === 'new' ? 'polygon' : 'select')
      begun(draw)
    }
    draw.on('finish', () => {
      changed(draw)
      // a listener must not change the drawing while it is being called
      if (tool === 'new') queueMicrotask(() => draw.enabled && draw.clear())
    })
    if (map.isStyleLoaded()) start()
    else map.once('idle', start)
    return () => {
      map.off('idle', start)
      if (draw.enabled) draw.stop()
    }
  }, [map, look, tool])
  return null
}

const color = (token: `--${string}`) => tokenColor(token) as `#${string}`

const polygonMode = () =>
  new TerraDrawPolygonMode({
    styles: {
      fillColor: color('--accent-line'),
      fillOpacity: 0.25,
      outlineColor: color('--accent-line'),
      outlineWidth: 3,
      closingPointColor: color('--surface'),
      closingPointWidth: 8,
      closingPointOutlineColor: color('--accent-line'),
      closingPointOutlineWidth: 3,
    },
    pointerDistance: 24,
  })

const selectMode = () =>
  new TerraDrawSelectMode({
    flags: {
      polygon: { feature: { coordinates: { draggable: true, midpoints: true, deletable: true } } },
    },
    styles: {
      selectedPolygonColor: color('--accent-line'),
      selectedPolygonFillOpacity: 0.25,
      selectedPolygonOutlineColor: color('--accent-line'),
      selectedPolygonOutlineWidth: 3,
      selectionPointColor: color('--surface'),
      selectionPointWidth: 8,
      selectionPointOutlineColor: color('--accent-line'),
      selectionPointOutlineWidth: 3,
      midPointColor: color('--accent-line'),
      midPointWidth: 5,
    },
    pointerDistance: 24,
  })

function takeUp(draw: TerraDraw, shape: GeoJSON.Polygon | GeoJSON.MultiPolygon): void {
  const features = (outlinesToDraw(shape) ?? []).map((outline) => ({
    id: draw.getFeatureId(),
    type: 'Feature' as const,
    geometry: { type: 'Polygon' as const, coordinates: [outline] },
    properties: { mode: 'polygon' },
  }))
  const taken = draw.addFeatures(features)
  const selected = taken.find(({ valid }) => valid)
  if (selected?.id !== undefined) draw.selectFeature(selected.id)
}

function polygonsIn(draw: TerraDraw): DrawnPolygon[] {
  return draw
    .getSnapshot()
    .flatMap(({ geometry, properties }) =>
      geometry.type === 'Polygon' && properties.mode === 'polygon'
        ? [{ type: 'Polygon', coordinates: geometry.coordinates as [number, number][][] }]
        : [],
    )
}
