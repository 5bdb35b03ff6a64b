import type { StyleSpecification } from 'maplibre-gl'
import { tokenColor } from '../ui/theme.ts'
import type { BaseShapes } from './outlines.ts'
import { places } from './places.ts'

/** The base map in the kit's current colors; call it again when these change. */
export function baseStyle(shapes: BaseShapes): StyleSpecification {
  const source = (data: GeoJSON.GeoJSON) => ({ type: 'geojson' as const, data, tolerance: 0.2 })
  const [land, water, ink] = [tokenColor('--surface'), tokenColor('--water'), tokenColor('--ink-quiet')]
  const border = tokenColor('--line-strong')
  return {
    version: 8,
    sources: {
      land: source(shapes.land),
      borders: source(shapes.borders),
      cantons: source(shapes.cantons),
      swissBorder: source(shapes.swissBorder),
      lakes: source(shapes.lakes),
      places: { type: 'geojson', data: places },
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': water } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': land } },
      { id: 'lakes', type: 'fill', source: 'lakes', paint: { 'fill-color': water } },
      {
        id: 'cantons',
        type: 'line',
        source: 'cantons',
        minzoom: 5,
        paint: { 'line-color': border, 'line-opacity': 0.5 },
      },
      { id: 'borders', type: 'line', source: 'borders', paint: { 'line-color': border, 'line-opacity': 0.8 } },
      { id: 'swissBorder', type: 'line', source: 'swissBorder', paint: { 'line-color': border, 'line-width': 1.5 } },
      {
        id: 'places',
        type: 'symbol',
        source: 'places',
        filter: ['>=', ['zoom'], ['get', 'zoom']],
        layout: { 'text-field': ['get', 'name'], 'text-font': ['sans-serif'], 'text-size': 13 },
        paint: { 'text-color': ink, 'text-halo-color': land, 'text-halo-width': 2 },
      },
    ],
  }
}
