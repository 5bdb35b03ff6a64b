import { useState } from 'react'
import type { Location } from '#domain/hives/controller.ts'

export type PositionFault = 'insecure' | 'denied' | 'unavailable' | 'timeout'
type Search = 'idle' | 'searching' | { fault: PositionFault } | { foundWithinMeters: number }

const TIMEOUT_MS = 20_000
const FRESH_MS = 60_000
/** `GeolocationPositionError.code`. */
const faults: Record<number, PositionFault> = { 1: 'denied', 2: 'unavailable', 3: 'timeout' }

/** Asks the device for its position. */
export function usePosition(onFound: (place: Location) => void): { search: Search; locate: () => void } {
  const [search, setSearch] = useState<Search>('idle')
  const locate = () => {
    if (!window.isSecureContext || !('geolocation' in navigator)) return setSearch({ fault: 'insecure' })
    setSearch('searching')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setSearch({ foundWithinMeters: Math.max(1, Math.round(coords.accuracy)) })
        onFound({ latitude: coords.latitude, longitude: coords.longitude })
      },
      ({ code }) => setSearch({ fault: faults[code] ?? 'unavailable' }),
      { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: FRESH_MS },
    )
  }
  return { search, locate }
}
