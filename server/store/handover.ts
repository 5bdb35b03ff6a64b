import { availableParallelism } from 'node:os'

/**
 * Numbers that two threads see at the same time: of the newest request, and of the newest answer. To wake a thread that sleeps takes some 60 µs; who
 * knows that the other is about to hand over looks here for so long instead of falling asleep.
 */
export type Handover = Int32Array<SharedArrayBuffer>

const ASKED = 0
const ANSWERED = 1
const AWAKE_MS = 0.5
/** Between two looks at the clock, some 10 µs. */
const LOOKS = 200

export const createHandover = (): Handover => new Int32Array(new SharedArrayBuffer(8))

export const noteAsked = (handover: Handover, id: number): void => void Atomics.store(handover, ASKED, id)

export const noteAnswered = (handover: Handover, id: number): void => void Atomics.store(handover, ANSWERED, id)

/** Whether that request was answered within `milliseconds`. */
export const isAnsweredSoon = (handover: Handover, id: number, milliseconds = AWAKE_MS): boolean =>
  stayAwake(() => Atomics.load(handover, ANSWERED) === (id | 0), milliseconds)

/** Whether another request followed that one within `milliseconds`. */
export const isFollowedSoon = (handover: Handover, id: number, milliseconds = AWAKE_MS): boolean =>
  stayAwake(() => Atomics.load(handover, ASKED) !== (id | 0), milliseconds)

/** Where there is one processor alone the other thread would get nothing done meanwhile. */
const hasTwo = availableParallelism() > 1

function stayAwake(isOver: () => boolean, milliseconds: number): boolean {
  if (!hasTwo) return isOver()
  const until = performance.now() + milliseconds
  do {
    for (let look = 0; look < LOOKS; look++) {
      if (isOver()) return true
      rest()
    }
  } while (performance.now() < until)
  return false
}

/** Leaves the core to its other thread for some cycles, where the engine knows how: Node 20 and 22 do not. */
const { pause } = Atomics as { pause?: () => void }
const rest = pause ?? (() => {})
