import * as v from 'valibot'
import { findCrossing, type GridPoint } from './ring-crossing.ts'

/** Longitude first, in degrees. */
export type Place = [longitude: number, latitude: number]
export type Ring = Place[]
export type Shape = { type: 'Polygon'; coordinates: Ring[] } | { type: 'MultiPolygon'; coordinates: Ring[][] }
/** West, south, east, north, in degrees. */
export type Box = [west: number, south: number, east: number, north: number]

/** The most places of a stored region: 90 kB. */
export const REGION_PLACES_MAXIMUM = 5000
/** The most places that are checked at all. */
const CHECKED_PLACES_MAXIMUM = 100_000
const FAULTS_MAXIMUM = 20

export const ShapeFaultCode = v.picklist([
  'not_a_shape',
  'empty',
  'not_a_place',
  'out_of_range',
  'swapped',
  'too_short',
  'open',
  'date_line',
  'flat',
  'crossing',
  'hole_outside',
  'too_many',
])
export type ShapeFaultCode = v.InferOutput<typeof ShapeFaultCode>

/** `path`: the indices within `coordinates`. `at`: the position on the map, if there is one. */
export type ShapeFault = { code: ShapeFaultCode; path: number[]; at?: Place }
/** `looksSwapped`: the shape is far from Europe but would be in it with latitude and longitude swapped. */
export type CheckedShape = { shape: Shape; places: number; looksSwapped: boolean }

/** Five decimals are about a meter; seven are for shapes with narrower parts. */
const PRECISIONS = [5, 7]
const EUROPE: Box = [-26, 34, 40, 72]

export const isInBox = ([west, south, east, north]: Box, [longitude, latitude]: Readonly<Place>) =>
  west <= longitude && longitude <= east && south <= latitude && latitude <= north

/** All polygons of a shape, each as its outline followed by its holes. */
export const polygonsOf = (shape: Shape): Ring[][] =>
  shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates

export function boxOf(shape: Shape): Box {
  const box: Box = [180, 90, -180, -90]
  for (const [outline] of polygonsOf(shape)) {
    for (const [longitude, latitude] of outline!) {
      box[0] = Math.min(box[0], longitude)
      box[1] = Math.min(box[1], latitude)
      box[2] = Math.max(box[2], longitude)
      box[3] = Math.max(box[3], latitude)
    }
  }
  return box
}

export const countPlaces = (shape: Shape): number =>
  polygonsOf(shape).reduce((count, rings) => rings.reduce((sum, ring) => sum + ring.length, count), 0)

/** Returns how many places of a GeoJSON value are left at least once it is rounded; 0 if it is no shape. Much faster than a check. */
export function countAtLeast(value: unknown): number {
  const read = readShape(value)
  if ('faults' in read) return 0
  return read.polygons.flat().reduce((sum, ring) => sum + onGrid(ring, 10 ** PRECISIONS[0]!).length, 0)
}

/** Swaps latitude and longitude. */
export const swapAxes = (shape: Shape): Shape => {
  const swapped = (rings: Ring[]) => rings.map((ring) => ring.map(([x, y]): Place => [y, x]))
  return shape.type === 'Polygon'
    ? { type: 'Polygon', coordinates: swapped(shape.coordinates) }
    : { type: 'MultiPolygon', coordinates: shape.coordinates.map(swapped) }
}

/**
 * Checks a GeoJSON Polygon or MultiPolygon (RFC 7946) from any source and returns it rounded to a meter (to seven decimals if it has
 * narrower parts), without heights, with outlines counterclockwise and holes clockwise. Never throws.
 */
export function checkShape(value: unknown): CheckedShape | { faults: ShapeFault[] } {
  const read = readShape(value)
  if ('faults' in read) return read
  const { polygons } = read
  const places = polygons.flat(2)
  const swappedFault = faultOfRange(polygons, places)
  if (swappedFault) return { faults: [swappedFault] }
  const checked = polygons.map((rings, index) => {
    const path = read.type === 'Polygon' ? [] : [index]
    return checkPolygon(rings, path)
  })
  const faults = checked.flatMap((polygon) => ('faults' in polygon ? polygon.faults : []))
  if (faults.length > 0) return { faults: faults.slice(0, FAULTS_MAXIMUM) }
  const coordinates = checked.flatMap((polygon) => ('rings' in polygon ? [polygon.rings] : []))
  const shape: Shape =
    coordinates.length === 1 ? { type: 'Polygon', coordinates: coordinates[0]! } : { type: 'MultiPolygon', coordinates }
  return { shape, places: countPlaces(shape), looksSwapped: looksSwapped(boxOf(shape)) }
}

const looksSwapped = ([west, south, east, north]: Box): boolean => {
  const [longitude, latitude] = [(west + east) / 2, (south + north) / 2]
  return !isInBox(EUROPE, [longitude, latitude]) && isInBox(EUROPE, [latitude, longitude])
}

type Nested = { type: Shape['type']; polygons: Ring[][] }

/** Reads a value of any kind; returns at most the first 20 faults. */
function readShape(value: unknown): Nested | { faults: ShapeFault[] } {
  const { type, coordinates } = (value ?? {}) as { type?: unknown; coordinates?: unknown }
  if ((type !== 'Polygon' && type !== 'MultiPolygon') || !Array.isArray(coordinates)) {
    return { faults: [{ code: 'not_a_shape', path: [] }] }
  }
  const faults: ShapeFault[] = []
  let count = 0
  const polygons: unknown[] = type === 'Polygon' ? [coordinates] : coordinates
  const list = (item: unknown, path: number[]): unknown[] => {
    if (Array.isArray(item) && item.length > 0) return item
    faults.push({ code: Array.isArray(item) ? 'empty' : 'not_a_shape', path })
    return []
  }
  if (polygons.length === 0) faults.push({ code: 'empty', path: [] })
  const read: Ring[][] = []
  for (const [p, polygon] of polygons.entries()) {
    const path = type === 'Polygon' ? [] : [p]
    const rings: Ring[] = []
    for (const [r, ring] of list(polygon, path).entries()) {
      const places: Ring = []
      for (const [index, item] of list(ring, [...path, r]).entries()) {
        if (isPlace(item)) places.push([item[0], item[1]])
        else faults.push({ code: 'not_a_place', path: [...path, r, index] })
        if (++count > CHECKED_PLACES_MAXIMUM) return { faults: [{ code: 'too_many', path: [] }] }
        if (faults.length >= FAULTS_MAXIMUM) return { faults }
      }
      rings.push(places)
    }
    read.push(rings)
    if (faults.length >= FAULTS_MAXIMUM) return { faults: faults.slice(0, FAULTS_MAXIMUM) }
  }
  return faults.length > 0 ? { faults } : { type, polygons: read }
}

const isPlace = (item: unknown): item is Place =>
  Array.isArray(item) && item.length >= 2 && Number.isFinite(item[0]) && Number.isFinite(item[1])

const WORLD: Box = [-180, -90, 180, 90]

function faultOfRange(polygons: Ring[][], places: readonly Place[]): ShapeFault | undefined {
  if (places.every((place) => isInBox(WORLD, place))) return undefined
  for (const [p, rings] of polygons.entries()) {
    for (const [r, ring] of rings.entries()) {
      const index = ring.findIndex((place) => !isInBox(WORLD, place))
      if (index < 0) continue
      const path = polygons.length === 1 ? [r, index] : [p, r, index]
      const fits = places.every(([x, y]) => isInBox(WORLD, [y, x]))
      return { code: fits ? 'swapped' : 'out_of_range', path, at: ring[index]! }
    }
  }
  return undefined
}

function checkPolygon(rings: Ring[], path: number[]): { rings: Ring[] } | { faults: ShapeFault[] } {
  const faults = rings.flatMap((ring, index) => faultOfRing(ring, [...path, index]) ?? [])
  if (faults.length > 0) return { faults }
  let last: ShapeFault[] = []
  for (const decimals of PRECISIONS) {
    const step = 10 ** decimals
    const grid = rings.map((ring) => onGrid(ring, step))
    last = faultsOfGrid(grid, rings, path, step)
    if (last.length === 0) {
      return { rings: grid.map((ring, index) => wound(ring, index === 0).map(([x, y]): Place => [x / step, y / step])) }
    }
  }
  return { faults: last }
}

function faultOfRing(ring: Ring, path: number[]): ShapeFault | undefined {
  const [first, last] = [ring[0]!, ring.at(-1)!]
  if (ring.length < 4) return { code: 'too_short', path, at: first }
  if (first[0] !== last[0] || first[1] !== last[1]) return { code: 'open', path: [...path, ring.length - 1], at: last }
  const index = ring.findIndex((place, at) => at > 0 && crossesDateLine(ring[at - 1]!, place))
  return index < 0 ? undefined : { code: 'date_line', path: [...path, index], at: ring[index]! }
}

/**
 * Whether a line is meant to cross the date line: drawn on a map, it would go around the Earth instead (RFC 7946, 3.1.9). Only a line from
 * edge to edge of the map is meant to do that.
 */
const crossesDateLine = ([from]: Place, [to]: Place): boolean =>
  Math.abs(from - to) > 180 && !(Math.abs(from) === 180 && Math.abs(to) === 180)

/** Rounds a ring to the grid and drops consecutive places that coincide. */
const onGrid = (ring: Ring, step: number): GridPoint[] =>
  ring
    .map(([longitude, latitude]): GridPoint => [Math.round(longitude * step) || 0, Math.round(latitude * step) || 0])
    .filter(([x, y], index, all) => index === 0 || x !== all[index - 1]![0] || y !== all[index - 1]![1])

function faultsOfGrid(grid: GridPoint[][], rings: Ring[], path: number[], step: number): ShapeFault[] {
  const flat = grid.findIndex((ring) => ring.length < 4 || isLine(ring))
  if (flat >= 0) return [{ code: 'flat', path: [...path, flat], at: rings[flat]![0]! }]
  const crossing = findCrossing(grid)
  if (crossing) {
    const at: Place = [crossing.at[0] / step, crossing.at[1] / step]
    return [{ code: 'crossing', path: [...path, crossing.ring, crossing.from], at }]
  }
  const outline = grid[0]!
  const corners = new Set(outline.map(String))
  return grid.flatMap((ring, index): ShapeFault[] =>
    index === 0 || isInside(ring, outline, corners)
      ? []
      : [{ code: 'hole_outside', path: [...path, index], at: rings[index]![0]! }],
  )
}

const isLine = ([a, b, ...others]: readonly GridPoint[]) =>
  others.every(([x, y]) => (b![0] - a![0]) * (y - a![1]) === (b![1] - a![1]) * (x - a![0]))

/** Positive if a ring runs counterclockwise. */
function doubleArea(ring: readonly GridPoint[]): number {
  const [x0, y0] = ring[0]!
  let sum = 0
  for (let i = 1; i < ring.length - 1; i++) {
    sum += (ring[i]![0] - x0) * (ring[i + 1]![1] - y0) - (ring[i + 1]![0] - x0) * (ring[i]![1] - y0)
  }
  return sum
}

const wound = (ring: readonly GridPoint[], isOutline: boolean): readonly GridPoint[] =>
  doubleArea(ring) > 0 === isOutline ? ring : [...ring].reverse()

/** For rings that do not cross: a single corner that they do not share decides for all. `corners`: those of the outline, as text. */
function isInside(hole: readonly GridPoint[], outline: readonly GridPoint[], corners: ReadonlySet<string>): boolean {
  const own = hole.find((corner) => !corners.has(String(corner)))
  return own !== undefined && isWithin(outline, own)
}

/** Even-odd rule with a ray to the east. */
function isWithin(ring: readonly GridPoint[], [x, y]: GridPoint): boolean {
  let inside = false
  for (let i = 1; i < ring.length; i++) {
    const [[x1, y1], [x2, y2]] = [ring[i - 1]!, ring[i]!]
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside
  }
  return inside
}
