import { MapLibreOverlay, type MapLibreOverlayProps } from '@deck.gl/maplibre'
import { useControl } from 'react-map-gl/maplibre'

/** Layers of deck.gl over a `BaseMap`, on a canvas of their own: moving the map draws both, another day only this one. */
export function DeckOverlay(props: Omit<MapLibreOverlayProps, 'interleaved'>) {
  const overlay = useControl(() => new MapLibreOverlay({ ...props, interleaved: false }))
  overlay.setProps(props)
  return null
}
