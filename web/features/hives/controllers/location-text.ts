import type { Location } from '#domain/hives/controller.ts'

export type LocationText = { latitude: string; longitude: string }

export const locationText = (location: Location | null): LocationText => ({
  latitude: location ? String(location.latitude) : '',
  longitude: location ? String(location.longitude) : '',
})

/** Returns `null` if both are empty, undefined if they are not a valid location. */
export function parseLocation({ latitude, longitude }: LocationText): Location | null | undefined {
  if (latitude.trim() === '' && longitude.trim() === '') return null
  const place = { latitude: Number(latitude), longitude: Number(longitude) }
  const inside = Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180
  return latitude.trim() !== '' && longitude.trim() !== '' && inside ? place : undefined
}
