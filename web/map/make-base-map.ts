import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Objects, Topology } from 'topojson-specification'

/**
 * Writes the outlines that ship with the app; run it when swiss-maps or world-atlas have newer ones. They are too large to be installed
 * for everybody:
 * `npm install --no-save swiss-maps@4.7.0 world-atlas@2.0.2 && node web/map/make-base-map.ts`
 */
type Arcs = number | Arcs[]
type Shape = { type: string; id?: string | number; arcs?: Arcs }
type Point = [number, number]

const packages = path.join(import.meta.dirname, '../../node_modules')
const read = (file: string): Topology<Objects> => JSON.parse(readFileSync(path.join(packages, file), 'utf8'))

/** In square degrees: a bend that spans less is straightened. Finer where the beekeepers are. */
const BEND_NEAR = 0.0004
const BEND_FAR = 0.08
/** The minimum number of points of a ring. */
const LEAST_POINTS = 4
/** In square degrees: the area around an island below which it is too small to be seen. */
const ISLET_NEAR = 0.004
const ISLET_FAR = 0.2
const isNear = ([longitude, latitude]: Point) => longitude > -11 && longitude < 30 && latitude > 35 && latitude < 62

const placesOf = ({ transform, arcs }: Topology<Objects>): Point[][] => {
  const { scale, translate } = transform!
  return arcs.map((arc) => {
    let [x, y] = [0, 0]
    return arc.map(([dx, dy]): Point => {
      x += dx!
      y += dy!
      return [x * scale[0]! + translate[0]!, y * scale[1]! + translate[1]!]
    })
  })
}

const triangle = (a: Point, b: Point, c: Point) =>
  Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2

/** Returns the points of a line to keep: the smallest bend is removed first (Visvalingam and Whyatt 1993); both ends stay. */
function simplify(line: readonly Point[]): number[] {
  const kept = line.map((_, index) => index)
  const bend = (at: number) => triangle(line[kept[at - 1]!]!, line[kept[at]!]!, line[kept[at + 1]!]!)
  const surplus = (at: number) => bend(at) / (isNear(line[kept[at]!]!) ? BEND_NEAR : BEND_FAR)
  const least = kept.map((_, at) => (at === 0 || at === kept.length - 1 ? Number.POSITIVE_INFINITY : surplus(at)))
  for (;;) {
    const at = least.reduce((best, value, index) => (value < least[best]! ? index : best), 0)
    if (!(least[at]! < 1) || kept.length <= LEAST_POINTS) return kept
    kept.splice(at, 1)
    least.splice(at, 1)
    for (const neighbor of [at - 1, at]) {
      if (neighbor > 0 && neighbor < kept.length - 1) least[neighbor] = surplus(neighbor)
    }
  }
}

const arcsIn = (arcs: Arcs): number[] => (typeof arcs === 'number' ? [arcs] : arcs.flatMap(arcsIn))
const unsigned = (arc: number) => (arc < 0 ? ~arc : arc)

function isIslet(polygon: Arcs, places: readonly Point[][]): boolean {
  const points = arcsIn(polygon).flatMap((arc) => places[unsigned(arc)]!)
  const span = (values: number[]) => Math.max(...values) - Math.min(...values)
  const area = span(points.map(([longitude]) => longitude)) * span(points.map(([, latitude]) => latitude))
  return area < (isNear(points[0]!) ? ISLET_NEAR : ISLET_FAR)
}

/** Removes islets from a country unless it has nothing else. */
function withoutIslets({ type, id, arcs = [] }: Shape, places: readonly Point[][]): Shape {
  if (type !== 'MultiPolygon' || typeof arcs === 'number') return { type, ...(id !== undefined && { id }), arcs }
  const large = arcs.filter((polygon) => !isIslet(polygon, places))
  return { type, ...(id !== undefined && { id }), arcs: large.length > 0 ? large : arcs }
}

/** Keeps the named objects with only the arcs they need, and of each arc only the points that `line` selects. */
function reduce(topology: Topology<Objects>, names: readonly string[], line: (places: Point[]) => number[]) {
  const places = placesOf(topology)
  const kept = names.map((name) => {
    const { geometries } = topology.objects[name] as unknown as { geometries: Shape[] }
    return { name, shapes: geometries.map((shape) => withoutIslets(shape, places)) }
  })
  const used = kept.flatMap(({ shapes }) => shapes.flatMap(({ arcs }) => arcsIn(arcs ?? []).map(unsigned)))
  const indices = [...new Set(used)].sort((a, b) => a - b)
  const renumbered = new Map(indices.map((from, to) => [from, to]))
  const renumber = (arcs: Arcs): Arcs => {
    if (typeof arcs !== 'number') return arcs.map(renumber)
    return arcs < 0 ? ~renumbered.get(~arcs)! : renumbered.get(arcs)!
  }
  const objects = kept.map(({ name, shapes }) => {
    const geometries = shapes.map(({ arcs, ...shape }) => ({ ...shape, arcs: renumber(arcs ?? []) }))
    return [name, { type: 'GeometryCollection', geometries }]
  })
  const arcs = indices.map((index) => relative(topology.arcs[index] as Point[], line(places[index]!)))
  return { type: 'Topology', transform: topology.transform, objects: Object.fromEntries(objects), arcs }
}

/** The selected points of an arc, each relative to the previous one. */
function relative(arc: readonly Point[], kept: readonly number[]): Point[] {
  let [x, y] = [0, 0]
  const absolute = arc.map(([dx, dy]): Point => {
    x += dx
    y += dy
    return [x, y]
  })
  return kept.map((at, order): Point => {
    const [fromX, fromY] = order === 0 ? [0, 0] : absolute[kept[order - 1]!]!
    return [absolute[at]![0] - fromX, absolute[at]![1] - fromY]
  })
}

const all = (line: Point[]) => line.map((_, index) => index)
const outlines = {
  world: reduce(read('world-atlas/countries-50m.json'), ['countries'], simplify),
  switzerland: reduce(read('swiss-maps/2026/ch-combined.json'), ['country', 'cantons', 'lakes'], all),
}
writeFileSync(path.join(import.meta.dirname, 'base-map.json'), `${JSON.stringify(outlines)}\n`)
