import { boxOf } from '#domain/hives/regions/region-geometry.ts'
import type { InitialView } from '../../../map/base-map.tsx'
import type { GainMarks } from './gain-marks.ts'

const NEAR_ZOOM = 9
/** If hives are closer together than this, in degrees, the surrounding country is shown as well. */
const NEAR_DEGREES = 0.05
/** Room for four lines of text above the northernmost place and below the southernmost. */
const ROOM_FOR_WORDS = { top: 72, bottom: 72, left: 24, right: 24 }

/** Returns the initial view of the map: the hives or, if there are none, the regions. */
export function placesView({ positions, areas }: Pick<GainMarks, 'positions' | 'areas'>): InitialView {
  const [west, south, east, north] = positions.length > 0 ? boxOfPlaces(positions) : boxOfAreas(areas)
  if (east - west < NEAR_DEGREES && north - south < NEAR_DEGREES) {
    return { longitude: (west + east) / 2, latitude: (south + north) / 2, zoom: NEAR_ZOOM }
  }
  const bounds: [number, number, number, number] = [west, south, east, north]
  return positions.length > 0 ? { bounds, padding: ROOM_FOR_WORDS } : { bounds }
}

type Box = [number, number, number, number]
const nowhere: Box = [180, 90, -180, -90]
const joined = (a: Box, b: Box): Box => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
]

function boxOfPlaces(positions: Float64Array): Box {
  let box = nowhere
  for (let at = 0; at < positions.length; at += 3) {
    const [longitude, latitude] = [positions[at]!, positions[at + 1]!]
    box = joined(box, [longitude, latitude, longitude, latitude])
  }
  return box
}

const boxOfAreas = (areas: GainMarks['areas']): Box =>
  areas.reduce((box, { geojson }) => (geojson ? joined(box, boxOf(geojson)) : box), nowhere)
