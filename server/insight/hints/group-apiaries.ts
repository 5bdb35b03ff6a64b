const SAME_PLACE_METERS = 200
const METERS_PER_DEGREE = 111_195

type Placed = { controllerId: number; ownerId: number | null; latitude: number | null; longitude: number | null }

/**
 * Groups the scales of each owner into apiaries, by the same rule as alarms: scales of one transmitter,
 * or of transmitters within 200 m of one already in the apiary. Keeps the given order.
 */
export function groupApiaries<Scale extends Placed>(scales: readonly Scale[]): Scale[][] {
  const apiaries: Scale[][] = []
  for (const ofOwner of Map.groupBy(scales, ({ ownerId }) => ownerId).values()) {
    const left = [...Map.groupBy(ofOwner, ({ controllerId }) => controllerId).values()]
    while (left.length > 0) {
      const apiary = [left.shift()!]
      for (const known of apiary) {
        const near = left.filter((other) => isNear(known[0]!, other[0]!))
        for (const one of near) left.splice(left.indexOf(one), 1)
        apiary.push(...near)
      }
      apiaries.push(apiary.flat())
    }
  }
  return apiaries
}

function isNear(a: Placed, b: Placed): boolean {
  if (a.latitude === null || a.longitude === null || b.latitude === null || b.longitude === null) return false
  const north = (a.latitude - b.latitude) * METERS_PER_DEGREE
  const east = (a.longitude - b.longitude) * METERS_PER_DEGREE * Math.cos((a.latitude * Math.PI) / 180)
  return Math.hypot(north, east) <= SAME_PLACE_METERS
}
