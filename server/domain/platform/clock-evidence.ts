import { MINUTE_MS } from './durations.ts'
import { median } from './median.ts'

/** No reading is taken from later than this; see `FUTURE_TOLERANCE_SECONDS`. */
const FUTURE_MS = 10 * MINUTE_MS
/** The newest reading of most transmitters is no older than this when it arrives. */
const FRESH_MS = 3 * 60 * MINUTE_MS
/** So much later than the other a clock may say it is and still be the likelier one: what is sent was measured before. */
const NEARLY_MS = 15 * MINUTE_MS
const A_FEW = 3

/**
 * What transmitters' readings say of the time. Bases are what a clock says less the ticks of one that never jumps, in ms:
 * `theirs`, of the newest reading of each; `wall`, of the server's clock; `held`, of the time that the server keeps to.
 * `isDoubtful`: the two may differ, or nothing vouches for them. `inUse`: how many transmitters there are.
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

/** Judges by the median, so that some wrong transmitters change nothing. A reading cannot be from the future; it can be late. */
export function judgeClock({ theirs, wall, held, isDoubtful, inUse }: ClockEvidence): ClockVerdict {
  const middle = median(theirs)
  if (middle === null || theirs.length < Math.min(A_FEW, Math.max(1, inUse / 2))) return 'undecided'
  const agreeing = theirs.filter((base) => Math.abs(base - middle) <= NEARLY_MS).length
  // who has some transmitters of their own sets nobody's clock
  const areMany = agreeing >= Math.max(A_FEW, inUse / 4)
  const isFuture = (base: number) => middle - base > FUTURE_MS
  if (!isDoubtful) return isFuture(held) && areMany ? { base: middle } : 'undecided'
  const lateness = (base: number) => (isFuture(base) ? Number.POSITIVE_INFINITY : Math.max(0, base - middle))
  const [lateByWall, lateByHeld] = [lateness(wall), lateness(held)]
  if (lateByWall <= Math.min(lateByHeld + NEARLY_MS, FRESH_MS)) return 'wall'
  if (lateByHeld <= FRESH_MS) return 'held'
  // an earlier time costs nothing: it only keeps news from being taken for old
  return areMany || !isFuture(held) ? { base: middle } : 'undecided'
}
