import type { Detection } from '#domain/alerts/detection.ts'

/**
 * UTC days of one scale (epoch seconds) whose detection is to run, again or for the first time. Each with the episodes that
 * a run, interrupted there, had found to go on: they are written when they end, or when there is nothing more to run.
 */
export type ScaleDue = ReadonlyMap<number, readonly Detection[]>

type Waiting = { controllerId: number; days: ScaleDue }

/** What detection has still to do, in memory; the same as the rows of `detection_due` are after each commit. */
export class DueDays {
  readonly #scales = new Map<number, Waiting>()
  /** Transmitters that wait, and their scales; whoever had a turn stands behind the others. */
  readonly #turns = new Map<number, Set<number>>()
  /** Scales that are set aside: they wait until somebody lets them try again. */
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

  forget(): void {
    this.#scales.clear()
    this.#turns.clear()
  }

  /** A scale of each transmitter, those first that have waited longest; `taken` hears whose turn it is. */
  *inTurn(taken: (scaleId: number) => void): Generator<number> {
    for (const scales of this.#turns.values()) {
      const [scaleId] = scales
      taken(scaleId!)
      yield scaleId!
    }
  }

  /** The first of those, without a turn. */
  next(count: number): number[] {
    const found: number[] = []
    if (count === 0) return found
    for (const [scaleId] of this.#turns.values()) {
      found.push(scaleId!)
      if (found.length >= count) break
    }
    return found
  }

  /** It had its turn. */
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
