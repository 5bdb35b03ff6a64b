import type { Detection } from '#domain/alerts/detection.ts'

/**
 * UTC days of one scale (epoch seconds) whose detection is due, again or for the first time. Each has the episodes that an
 * interrupted run had found to be still open there; they are written when they end, or when nothing more is due.
 */
export type ScaleDue = ReadonlyMap<number, readonly Detection[]>

/** `carried`: the open episodes as JSON. */
type DueRow = { scale_id: number; controller_id: number; day: number; carried: string }

type Waiting = { controllerId: number; days: ScaleDue }

/** The detection work still to do, in memory. After each commit it matches the rows of `detection_due`. */
export class DueDays {
  readonly #scales = new Map<number, Waiting>()
  /** Waiting transmitters with their scales; whoever had a turn moves behind the others. */
  readonly #turns = new Map<number, Set<number>>()
  /** Scales that are set aside: they wait until somebody retries them. */
  readonly #held = new Set<number>()

  get size(): number {
    return this.#turns.size
  }

  of(scaleId: number): ScaleDue | undefined {
    return this.#scales.get(scaleId)?.days
  }

  set(scaleId: number, controllerId: number, days: ScaleDue): void {
    if (days.size === 0) {
      this.drop(scaleId)
      return
    }
    const isKnown = this.#scales.has(scaleId)
    this.#scales.set(scaleId, { controllerId, days })
    if (!isKnown) this.#queue(scaleId)
  }

  drop(scaleId: number): void {
    this.#unqueue(scaleId)
    this.#scales.delete(scaleId)
  }

  /** Replaces everything by the rows of `detection_due`. */
  load(rows: readonly DueRow[]): void {
    this.#scales.clear()
    this.#turns.clear()
    for (const [scaleId, own] of Map.groupBy(rows, (row) => row.scale_id)) {
      this.set(scaleId, own[0]!.controller_id, new Map(own.map(({ day, carried }) => [day, episodesIn(carried)])))
    }
  }

  /** Yields one scale of each transmitter, those that waited longest first; `taken` is called with the scale whose turn it is. */
  *inTurn(taken: (scaleId: number) => void): Generator<number> {
    for (const scales of this.#turns.values()) {
      const [scaleId] = scales
      taken(scaleId!)
      yield scaleId!
    }
  }

  /** The scales that are next, without taking their turn. */
  next(count: number): number[] {
    const found: number[] = []
    if (count === 0) return found
    for (const [scaleId] of this.#turns.values()) {
      found.push(scaleId!)
      if (found.length >= count) break
    }
    return found
  }

  /** Moves a scale that had its turn behind the others. */
  moveBack(scaleId: number): void {
    if (!this.#turns.get(this.#scales.get(scaleId)?.controllerId ?? 0)?.has(scaleId)) return
    this.#unqueue(scaleId)
    this.#queue(scaleId)
  }

  hold(scaleId: number): void {
    this.#unqueue(scaleId)
    this.#held.add(scaleId)
  }

  release(scaleId: number): void {
    this.#held.delete(scaleId)
    if (this.#scales.has(scaleId)) this.#queue(scaleId)
  }

  isHeld(scaleId: number): boolean {
    return this.#held.has(scaleId)
  }

  #queue(scaleId: number): void {
    const { controllerId } = this.#scales.get(scaleId)!
    if (this.#held.has(scaleId)) return
    const scales = this.#turns.get(controllerId) ?? new Set()
    this.#turns.delete(controllerId)
    this.#turns.set(controllerId, scales.add(scaleId))
  }

  #unqueue(scaleId: number): void {
    const controllerId = this.#scales.get(scaleId)?.controllerId
    const scales = controllerId === undefined ? undefined : this.#turns.get(controllerId)
    scales?.delete(scaleId)
    if (scales?.size === 0) this.#turns.delete(controllerId!)
  }
}

/** None if the text is damaged: detection then looks at that day afresh. Throwing would keep the server from starting. */
function episodesIn(carried: string): Detection[] {
  try {
    const episodes: unknown = JSON.parse(carried)
    return Array.isArray(episodes) ? episodes : []
  } catch {
    return []
  }
}
