import { DAY_SECONDS } from '../platform/durations.ts'
import { offsetOf, type Zone } from './local-midnight.ts'

const OFFSET_STEP_SECONDS = 900
const KEPT_OFFSETS = 20_000

/** Epoch seconds of what a clock on the wall shows; `local` is counted as if that clock showed UTC. */
export type LocalClock = (local: number, previous?: number) => number

/**
 * A clock of a zone. The hour that comes twice in autumn is its first one, unless only the second comes after `previous`
 * (epoch seconds of the reading before). An hour that spring leaves out is taken as if the change had not happened yet.
 */
export function createLocalClock(zone: Zone): LocalClock {
  const offsetAt = rememberOffsets(offsetOf(zone))
  return (local, previous) => {
    const before = offsetAt(local - DAY_SECONDS)
    const after = offsetAt(local + DAY_SECONDS)
    const early = local - before
    if (before === after) return early
    const late = local - after
    const isEarly = offsetAt(early) === before
    const isLate = offsetAt(late) === after
    if (isEarly && isLate) return previous !== undefined && early <= previous && late > previous ? late : early
    return isLate ? late : early
  }
}

/** Remembers what `offsetAt` said: offsets change at full quarters of an hour only, and asking for one is slow. */
export function rememberOffsets(offsetAt: (seconds: number) => number): (seconds: number) => number {
  const known = new Map<number, number>()
  return (seconds) => {
    const quarter = Math.floor(seconds / OFFSET_STEP_SECONDS)
    let offset = known.get(quarter)
    if (offset === undefined) {
      if (known.size >= KEPT_OFFSETS) known.clear()
      offset = offsetAt(quarter * OFFSET_STEP_SECONDS)
      known.set(quarter, offset)
    }
    return offset
  }
}

/** Whether the name of a zone is known here. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
