import type { Location } from '#domain/hives/controller.ts'

const EARTH_RADIUS_M = 6_371_008.8
/** Transmitters at most this far apart share their weather. */
const SHARED_WITHIN_M = 1000

/** The distance between two places in meters, on a sphere (haversine formula). */
export function distanceM(a: Location, b: Location): number {
  const radians = Math.PI / 180
  const latitude = Math.sin(((b.latitude - a.latitude) * radians) / 2) ** 2
  const longitude = Math.sin(((b.longitude - a.longitude) * radians) / 2) ** 2
  const both = latitude + Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * longitude
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(both)))
}

/** Returns the nearest place within a kilometer, or the older one if two are equally near. */
export function nearestPlace<Place extends Location & { id: number }>(
  places: readonly Place[],
  at: Location,
): Place | undefined {
  let nearest: Place | undefined
  let least = SHARED_WITHIN_M
  for (const place of places) {
    const distance = distanceM(place, at)
    if (distance > least || (distance === least && nearest)) continue
    least = distance
    nearest = place
  }
  return nearest
}
