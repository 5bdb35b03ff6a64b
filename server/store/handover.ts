import { availableParallelism } from 'node:os'

/**
 * Two numbers that both threads can see: the newest request and the newest answer. Waking a sleeping thread takes about 60 µs; a thread that expects
 * the other to hand over soon polls here for a while instead of falling asleep.
 */
export type Handover = Int32Array<SharedArrayBuffer>

const ASKED = 0
const ANSWERED = 1
const AWAKE_MS = 0.5
/** Iterations between two looks at the clock, about 10 µs. */
const LOOKS = 200

export const createHandover = (): Handover => new Int32Array(new SharedArrayBuffer(8))

export const noteAsked = (handover: Handover, id: number): void => void Atomics.store(handover, ASKED, id)

export const noteAnswered = (handover: Handover, id: number): void => void Atomics.store(handover, ANSWERED, id)

/** Waits up to `milliseconds`; returns whether that request was answered. */
export const isAnsweredSoon = (handover: Handover, id: number, milliseconds = AWAKE_MS): boolean =>
  stayAwake(() => Atomics.load(handover, ANSWERED) === (id | 0), milliseconds)

/** Waits up to `milliseconds`; returns whether another request followed that one. */
export const isFollowedSoon = (handover: Handover, id: number, milliseconds = AWAKE_MS): boolean =>
  stayAwake(() => Atomics.load(handover, ASKED) !== (id | 0), milliseconds)

/** With a single processor, polling would only keep the other thread from working. */
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

/** Yields the core to its other hardware thread for a few cycles, if the engine can: Node 20 and 22 cannot. */
const { pause } = Atomics as { pause?: () => void }
const rest = pause ?? (() => {})
