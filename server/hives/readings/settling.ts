/** How long a brief read waits for a round that leaves nothing over; after that, any round with what was acknowledged when it asked will do. */
const PATIENCE_MS = 300
const BRIEFLY_MS = 1000
const AT_MOST_MS = 60_000
/** No transmitter has this id: something changed, of any of them. */
const ANY = 0

export type Patience = 'briefly' | 'patiently'

/** `after`: the number of the round before the first one that includes everything waited for. */
type Waiting = { after: number; since: number; isPatient: boolean; resolve(): void }

const concerns = (unsettled: ReadonlySet<number>, controllerIds?: readonly number[]): boolean =>
  controllerIds ? unsettled.has(ANY) || controllerIds.some((id) => unsettled.has(id)) : unsettled.size > 0

/**
 * Tracks whose readings are acknowledged but cannot be read back yet, and who waits for that. Readings follow in rounds: each takes
 * up what was acknowledged before it began.
 */
export class Settling {
  readonly #waiting = new Set<Waiting>()
  /** Transmitter ids: those of the round in progress or of one that failed, and those of the next. */
  readonly #inHand = new Set<number>()
  readonly #fresh = new Set<number>()
  #round = 0
  /** Whether this round continues a failed one, and does not include what came in since that began. */
  #isResumed = false

  get isWaitedFor(): boolean {
    return this.#waiting.size > 0
  }

  /** Notes that readings of a transmitter were acknowledged; without an id, those of any may have changed. */
  add(controllerId: number = ANY): void {
    this.#fresh.add(controllerId)
  }

  /** Whether everything acknowledged can be read back, of some transmitters or of all. */
  isSettled(controllerIds?: readonly number[]): boolean {
    return !concerns(this.#inHand, controllerIds) && !concerns(this.#fresh, controllerIds)
  }

  /** Resolves with the round that takes up what is acknowledged now, of some or of all, but at the latest when patience ends. */
  wait(patience: Patience, controllerIds?: readonly number[]): Promise<void> {
    const isPatient = patience === 'patiently'
    return new Promise((resolve) => {
      const waiting: Waiting = {
        after: concerns(this.#fresh, controllerIds) ? this.#round : this.#round - 1,
        since: performance.now(),
        isPatient,
        resolve: () => {
          clearTimeout(timer)
          this.#waiting.delete(waiting)
          resolve()
        },
      }
      const timer = setTimeout(waiting.resolve, isPatient ? AT_MOST_MS : BRIEFLY_MS)
      this.#waiting.add(waiting)
    })
  }

  begin(): void {
    this.#round++
    for (const id of this.#fresh) this.#inHand.add(id)
    this.#fresh.clear()
  }

  /** Ends the round. `isDone`: nothing is left over from it; `isRolledUp`: its coarser levels are there, too. */
  end({ isDone, isRolledUp }: { isDone: boolean; isRolledUp: boolean }): void {
    const hasAll = isDone && !this.#isResumed
    if (hasAll && isRolledUp) this.#inHand.clear()
    this.#isResumed = false
    this.#tell(({ isPatient, since }) => hasAll || (!isPatient && performance.now() - since >= PATIENCE_MS))
  }

  /** The round failed, and a later one will continue it; those who waited for this one stop waiting. */
  fail(): void {
    this.#isResumed = true
    this.#tell(() => true)
  }

  #tell(isOver: (waiting: Waiting) => boolean): void {
    for (const waiting of this.#waiting) if (waiting.after < this.#round && isOver(waiting)) waiting.resolve()
  }

  stop(): void {
    for (const waiting of this.#waiting) waiting.resolve()
  }
}
