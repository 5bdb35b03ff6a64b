import { DAY_SECONDS } from '../platform/durations.ts'
import { offsetOf, type Zone } from './local-midnight.ts'

const OFFSET_STEP_SECONDS = 900
const KEPT_OFFSETS = 20_000

/**
 * Epoch seconds of what a clock on the wall shows; `local` is counted as if that clock showed UTC. In the hour that comes twice in autumn
 * `choose` says which it is, else it is the first one.
 */
export type LocalClock = (local: number, choose?: (early: number, late: number) => number) => number

/** A clock of a zone. An hour that spring leaves out is taken as if the change had not happened yet. */
export function createLocalClock(zone: Zone): LocalClock {
  const offsetAt = rememberOffsets(offsetOf(zone))
  return (local, choose) => {
    const before = offsetAt(local - DAY_SECONDS)
    const after = offsetAt(local + DAY_SECONDS)
    const early = local - before
    if (before === after) return early
    const late = local - after
    const isEarly = offsetAt(early) === before
    const isLate = offsetAt(late) === after
    if (isEarly && isLate && choose) return choose(early, late)
    return isLate && !isEarly ? late : early
  }
}

/**
 * The times of rows that follow each other, forward or back, in epoch seconds: of the hour that comes twice it is the one that follows the row
 * before. A time may come several times where it does so elsewhere. `latest`, epoch seconds, is for rows that go back from then.
 */
export function createRowClock(clock: LocalClock, latest?: number): (local: number) => number {
  let last: { local?: number; time: number } | undefined = latest === undefined ? undefined : { time: latest }
  let trend = 0
  let isRepeated = false
  return (local) => {
    const step = last?.local === undefined ? undefined : Math.sign(local - last.local)
    trend += step ?? 0
    const isBack = latest !== undefined || trend < 0
    const follows = (time: number): boolean =>
      last === undefined || (isBack ? time < last.time : time > last.time) || (isRepeated && time === last.time)
    let isTwice = false
    const time = clock(local, (early, late) => {
      isTwice = true
      const [first, second] = isBack ? [late, early] : [early, late]
      return follows(first) || !follows(second) ? first : second
    })
    if (step === 0 && !isTwice) isRepeated = true
    last = { local, time }
    return time
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
