import { lazy, Suspense, useEffect, useRef } from 'react'
import { Layer, type MapRef, Source } from 'react-map-gl/maplibre'
import { withoutReload } from '../offline/reload-once.ts'
import { tokenColor } from '../ui/theme.ts'
import { BaseMap } from './base-map.tsx'
import type { Drawing } from './map-drawing.tsx'

const MapDrawing = lazy(async () => ({
  default: (await withoutReload(() => import('./map-drawing.tsx'))).MapDrawing,
}))

export type MapBox = [west: number, south: number, east: number, north: number]

/** If nothing is known, the map shows Switzerland. */
const SWITZERLAND: MapBox = [5.95, 45.8, 10.5, 47.82]

const collection = (geometries: readonly GeoJSON.Geometry[]): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: geometries.map((geometry) => ({ type: 'Feature', properties: {}, geometry })),
})

/** A shape on the base map, with the positions of its faults; it can be drawn, or have its corners moved. Load it through `lazy`. */
export function ShapeMap({
  label,
  shape,
  box,
  others = [],
  faults = [],
  drawing,
}: {
  label: string
  shape: GeoJSON.Polygon | GeoJSON.MultiPolygon | undefined
  /** The area to show; when it changes, the map moves there. */
  box: MapBox | undefined
  /** Surrounding shapes, for orientation. */
  others?: readonly GeoJSON.Geometry[]
  /** Longitude first. */
  faults?: readonly [number, number][]
  drawing?: Drawing | undefined
}) {
  const map = useRef<MapRef>(null)
  const first = useRef(box ?? SWITZERLAND)
  const seen = useRef(String(first.current))
  useEffect(() => {
    if (!box || String(box) === seen.current || drawing) return
    seen.current = String(box)
    map.current?.fitBounds(box, { padding: 24, duration: 0 })
  }, [box, drawing])
  const accent = tokenColor('--accent-line')
  const alarm = tokenColor('--alarm')
  const shown = drawing?.tool === 'corners' ? undefined : shape
  return (
    <BaseMap ref={map} label={label} height="large" initialView={{ bounds: first.current }}>
      <Source id="shapes-around" type="geojson" data={collection(others)}>
        <Layer
          id="shapes-around"
          type="line"
          paint={{ 'line-color': tokenColor('--ink-quiet'), 'line-dasharray': [2, 2] }}
        />
      </Source>
      <Source id="shape" type="geojson" data={collection(shown ? [shown] : [])}>
        <Layer id="shape-area" type="fill" paint={{ 'fill-color': accent, 'fill-opacity': 0.25 }} />
        <Layer id="shape-outline" type="line" paint={{ 'line-color': accent, 'line-width': 2.5 }} />
      </Source>
      <Source
        id="shape-faults"
        type="geojson"
        data={collection(faults.map((coordinates) => ({ type: 'Point', coordinates })))}
      >
        <Layer
          id="shape-faults"
          type="circle"
          paint={{
            'circle-radius': 9,
            'circle-color': alarm,
            'circle-stroke-color': tokenColor('--surface'),
            'circle-stroke-width': 3,
          }}
        />
      </Source>
      {drawing && (
        <Suspense>
          <MapDrawing key={drawing.tool} shape={shape} {...drawing} />
        </Suspense>
      )}
    </BaseMap>
  )
}
