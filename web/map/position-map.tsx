import { MapPin } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type MapRef, Marker } from 'react-map-gl/maplibre'
import { BaseMap, type InitialView, type Position } from './base-map.tsx'
import styles from './map.module.css'

/** If nothing is known, the map shows Switzerland. */
const SWITZERLAND: InitialView = { bounds: [5.95, 45.8, 10.5, 47.82] }
const NEAR_ZOOM = 9

/** One place on a map; with `onChange`, a tap or a drag moves it. */
export function PositionMap({
  label,
  position,
  onChange,
}: {
  label: string
  position: Position | undefined
  onChange?: ((position: Position) => void) | undefined
}) {
  const map = useRef<MapRef>(null)
  const first = useRef(position)
  const { latitude, longitude } = position ?? {}
  useEffect(() => {
    if (latitude === undefined || longitude === undefined || !map.current) return
    if (map.current.getBounds().contains([longitude, latitude])) return
    map.current.flyTo({ center: [longitude, latitude], zoom: Math.max(map.current.getZoom(), NEAR_ZOOM) })
  }, [latitude, longitude])
  return (
    <BaseMap
      ref={map}
      label={label}
      initialView={first.current ? { ...first.current, zoom: NEAR_ZOOM } : SWITZERLAND}
      onPress={onChange}
    >
      {position && (
        <Marker
          latitude={position.latitude}
          longitude={position.longitude}
          anchor="bottom"
          draggable={onChange !== undefined}
          onDragEnd={({ lngLat }) => onChange?.({ latitude: lngLat.lat, longitude: lngLat.wrap().lng })}
        >
          <MapPin className={styles.pin} size={40} strokeWidth={1.75} aria-hidden />
        </Marker>
      )}
    </BaseMap>
  )
}
