import { type Place, polygonsOf, type Ring, type Shape } from './region-geometry.ts'

/** The minimum for a ring: three corners plus the first one repeated. */
const LEAST_PLACES = 4

/**
 * Removes corners until at most `maximum` places are left, those with the least bend first (Visvalingam and Whyatt 1993). If that is not
 * enough, the smallest holes and islands go first. Rings may cross afterwards: check the shape again.
 */
export function simplifyShape(shape: Shape, maximum: number): Shape {
  const polygons = largestRings(polygonsOf(shape), Math.max(1, Math.floor(maximum / LEAST_PLACES)))
  const rings = straightened(polygons.flat(), maximum)
  let next = 0
  const coordinates = polygons.map((polygon) => polygon.map(() => rings[next++]!))
  return coordinates.length === 1
    ? { type: 'Polygon', coordinates: coordinates[0]! }
    : { type: 'MultiPolygon', coordinates }
}

/** A hole is never kept without its outline, which is larger. */
function largestRings(polygons: Ring[][], count: number): Ring[][] {
  const rings = polygons.flat()
  if (rings.length <= count) return polygons
  const sizes = new Map(rings.map((ring) => [ring, areaOf(ring)]))
  const kept = new Set(rings.toSorted((a, b) => sizes.get(b)! - sizes.get(a)!).slice(0, count))
  return polygons.map((polygon) => polygon.filter((ring) => kept.has(ring))).filter((polygon) => polygon.length > 0)
}

const areaOf = (ring: Ring): number =>
  Math.abs(ring.slice(1).reduce((sum, [x, y], index) => sum + ring[index]![0] * y - x * ring[index]![1], 0)) / 2

type Corner = { place: Place; ring: number; bend: number; before?: Corner; after?: Corner; gone: boolean }

function straightened(rings: Ring[], maximum: number): Ring[] {
  const chains = rings.map((ring, index) => chainOf(ring, index))
  const counts = rings.map(({ length }) => length)
  let surplus = counts.reduce((sum, count) => sum + count, 0) - maximum
  const queue = new BendQueue()
  if (surplus > 0) for (const corner of chains.flat()) queue.put(corner)
  for (let least = queue.take(); least && surplus > 0; least = queue.take()) {
    const { corner, bend } = least
    if (corner.gone || corner.bend !== bend || counts[corner.ring]! <= LEAST_PLACES) continue
    const { before, after } = corner
    if (!before || !after) continue
    corner.gone = true
    counts[corner.ring]!--
    surplus--
    before.after = after
    after.before = before
    for (const neighbor of [before, after]) {
      neighbor.bend = Math.max(bend, bendOf(neighbor))
      queue.put(neighbor)
    }
  }
  return chains.map((chain) => chain.filter(({ gone }) => !gone).map(({ place }) => place))
}

function chainOf(ring: Ring, index: number): Corner[] {
  const chain = ring.map((place): Corner => ({ place, ring: index, bend: 0, gone: false }))
  for (const [i, corner] of chain.entries()) {
    if (i > 0) corner.before = chain[i - 1]!
    if (i < chain.length - 1) corner.after = chain[i + 1]!
  }
  for (const corner of chain) corner.bend = bendOf(corner)
  return chain
}

/** The area of the triangle that a corner forms with its neighbors; infinite at the ends of a ring, which stay. */
function bendOf({ place: [x, y], before, after }: Corner): number {
  if (!before || !after) return Number.POSITIVE_INFINITY
  const [[x1, y1], [x2, y2]] = [before.place, after.place]
  return Math.abs((x - x1) * (y2 - y1) - (x2 - x1) * (y - y1)) / 2
}

type Waiting = { corner: Corner; bend: number }

/** A binary heap ordered by bend; a corner whose bend has changed is added again. */
class BendQueue {
  readonly #heap: Waiting[] = []

  put(corner: Corner): void {
    const heap = this.#heap
    const waiting = { corner, bend: corner.bend }
    let at = heap.push(waiting) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (heap[parent]!.bend <= waiting.bend) break
      heap[at] = heap[parent]!
      at = parent
    }
    heap[at] = waiting
  }

  take(): Waiting | undefined {
    const heap = this.#heap
    const [least, last] = [heap[0], heap.pop()]
    if (heap.length === 0 || !last) return least
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && heap[child + 1]!.bend < heap[child]!.bend) child++
      if (heap[child]!.bend >= last.bend) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = last
    return least
  }
}
