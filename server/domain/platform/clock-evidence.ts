import { MINUTE_MS } from './durations.ts'
import { median } from './median.ts'

/** Readings further in the future than this are refused; see `FUTURE_TOLERANCE_SECONDS`. */
const FUTURE_MS = 10 * MINUTE_MS
/** For most transmitters the newest reading is no older than this when it arrives. */
const FRESH_MS = 3 * 60 * MINUTE_MS
/** How much later than the other a clock may run and still be the likelier one: readings are measured before they are sent. */
const NEARLY_MS = 15 * MINUTE_MS
const A_FEW = 3

/**
 * What the transmitters' readings reveal about the time. A base is a clock's time minus the ticks of a clock that never jumps, in ms:
 * `theirs` from the newest reading of each transmitter, `wall` from the server's clock, `held` from the time that the server goes by.
 * `isDoubtful`: the last two may differ, or nothing vouches for them. `inUse`: the number of transmitters.
 */
export type ClockEvidence = {
  theirs: readonly number[]
  wall: number
  held: number
  isDoubtful: boolean
  inUse: number
}

/** Which clock is right, or the base of a third time that the transmitters agree on. */
export type ClockVerdict = 'undecided' | 'wall' | 'held' | { base: number }

/** Judges by the median, so that a few wrong transmitters change nothing. A reading cannot come from the future, but it can be late. */
export function judgeClock({ theirs, wall, held, isDoubtful, inUse }: ClockEvidence): ClockVerdict {
  const middle = median(theirs)
  if (middle === null || theirs.length < Math.min(A_FEW, Math.max(1, inUse / 2))) return 'undecided'
  const agreeing = theirs.filter((base) => Math.abs(base - middle) <= NEARLY_MS).length
  // an owner of a few transmitters must not be able to set everyone's clock
  const areMany = agreeing >= Math.max(A_FEW, inUse / 4)
  const isFuture = (base: number) => middle - base > FUTURE_MS
  if (!isDoubtful) return isFuture(held) && areMany ? { base: middle } : 'undecided'
  const lateness = (base: number) => (isFuture(base) ? Number.POSITIVE_INFINITY : Math.max(0, base - middle))
  const [lateByWall, lateByHeld] = [lateness(wall), lateness(held)]
  if (lateByWall <= Math.min(lateByHeld + NEARLY_MS, FRESH_MS)) return 'wall'
  if (lateByHeld <= FRESH_MS) return 'held'
  // going back costs nothing: it only keeps new readings from being taken for old ones
  return areMany || !isFuture(held) ? { base: middle } : 'undecided'
}
