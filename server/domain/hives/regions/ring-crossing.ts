/** `[x, y]` in whole grid steps, so that the side of a line is computed exactly. */
export type GridPoint = readonly [x: number, y: number]

type Edge = { ring: number; from: number; left: GridPoint; right: GridPoint }

const isBefore = (a: GridPoint, b: GridPoint) => a[0] < b[0] || (a[0] === b[0] && a[1] < b[1])
const isSame = (a: GridPoint, b: GridPoint) => a[0] === b[0] && a[1] === b[1]

/** Positive if `c` lies to the left of the line from `a` to `b`, negative if to the right, 0 if on it. */
const side = (a: GridPoint, b: GridPoint, c: GridPoint) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

/** Whether `c`, known to be on the line through `a` and `b`, lies between them. */
const isBetween = (a: GridPoint, b: GridPoint, c: GridPoint) =>
  Math.min(a[0], b[0]) <= c[0] &&
  c[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= c[1] &&
  c[1] <= Math.max(a[1], b[1])

export type Crossing = { ring: number; from: number; at: GridPoint }

/**
 * Finds where closed rings of integer points cross or touch themselves or each other; undefined if nowhere. A corner shared by two rings is
 * not a crossing. Sweeps from left to right, comparing only neighbors (Shamos and Hoey 1976): n log n.
 */
export function findCrossing(rings: readonly (readonly GridPoint[])[]): Crossing | undefined {
  const edges = rings.flatMap((ring, index) =>
    ring.slice(1).map((end, from): Edge => {
      const start = ring[from]!
      return isBefore(start, end)
        ? { ring: index, from, left: start, right: end }
        : { ring: index, from, left: end, right: start }
    }),
  )
  const events = edges.flatMap((edge, index) => [
    { point: edge.left, index, ends: false },
    { point: edge.right, index, ends: true },
  ])
  events.sort((a, b) => a.point[0] - b.point[0] || a.point[1] - b.point[1] || Number(b.ends) - Number(a.ends))
  const open = new OpenEdges(edges)
  const met = (a: number | undefined, b: number | undefined): Crossing | undefined => {
    if (a === undefined || b === undefined) return undefined
    const [one, other] = [edges[a]!, edges[b]!]
    const at = meeting(one, other, rings[one.ring]!.length - 1)
    return at && { ring: one.ring, from: one.from, at }
  }
  for (const { index, ends } of events) {
    const place = ends ? open.remove(index) : open.insert(index)
    const found = ends
      ? met(open.at(place - 1), open.at(place))
      : (met(open.at(place - 1), index) ?? met(index, open.at(place + 1)))
    if (found) return found
  }
  return undefined
}

/** The edges under the sweep line, from bottom to top. */
class OpenEdges {
  readonly #edges: readonly Edge[]
  readonly #order: Int32Array
  #length = 0

  constructor(edges: readonly Edge[]) {
    this.#edges = edges
    this.#order = new Int32Array(edges.length)
  }

  at(place: number): number | undefined {
    return place >= 0 && place < this.#length ? this.#order[place] : undefined
  }

  insert(index: number): number {
    const place = this.#find(index)
    this.#order.copyWithin(place + 1, place, this.#length)
    this.#order[place] = index
    this.#length++
    return place
  }

  remove(index: number): number {
    const guess = this.#find(index)
    const place = this.#order[guess] === index ? guess : this.#order.indexOf(index)
    this.#order.copyWithin(place, place + 1, this.#length)
    this.#length--
    return place
  }

  #find(index: number): number {
    let [low, high] = [0, this.#length]
    while (low < high) {
      const middle = (low + high) >> 1
      const other = this.#order[middle]!
      if (other === index) return middle
      if (isAbove(this.#edges[index]!, this.#edges[other]!)) low = middle + 1
      else high = middle
    }
    return low
  }
}

function isAbove(edge: Edge, other: Edge): boolean {
  if (isBefore(edge.left, other.left)) {
    return (side(edge.left, edge.right, other.left) || side(edge.left, edge.right, other.right)) < 0
  }
  return (side(other.left, other.right, edge.left) || side(other.left, other.right, edge.right)) > 0
}

/** Returns a point that two edges must not share; undefined if there is none. `count`: the number of edges in the first one's ring. */
function meeting(a: Edge, b: Edge, count: number): GridPoint | undefined {
  const steps = Math.abs(a.from - b.from)
  const areNeighbors = a.ring === b.ring && (steps === 1 || steps === count - 1)
  if (a.ring !== b.ring || areNeighbors) {
    const shared = [a.left, a.right].find((point) => isSame(point, b.left) || isSame(point, b.right))
    if (shared) return foldedBack(shared, a, b)
  }
  const [a1, a2] = [side(b.left, b.right, a.left), side(b.left, b.right, a.right)]
  const [b1, b2] = [side(a.left, a.right, b.left), side(a.left, a.right, b.right)]
  if (a1 === 0 && isBetween(b.left, b.right, a.left)) return a.left
  if (a2 === 0 && isBetween(b.left, b.right, a.right)) return a.right
  if (b1 === 0 && isBetween(a.left, a.right, b.left)) return b.left
  if (b2 === 0 && isBetween(a.left, a.right, b.right)) return b.right
  if (a1 > 0 === a2 > 0 || b1 > 0 === b2 > 0) return undefined
  const part = a1 / (a1 - a2)
  return [a.left[0] + part * (a.right[0] - a.left[0]), a.left[1] + part * (a.right[1] - a.left[1])]
}

/** Edges that share a corner must not overlap. */
function foldedBack(shared: GridPoint, a: Edge, b: Edge): GridPoint | undefined {
  const endOf = ({ left, right }: Edge) => (isSame(left, shared) ? right : left)
  const [one, other] = [endOf(a), endOf(b)]
  const goesAlong = (one[0] - shared[0]) * (other[0] - shared[0]) + (one[1] - shared[1]) * (other[1] - shared[1]) > 0
  return side(shared, one, other) === 0 && goesAlong ? shared : undefined
}
