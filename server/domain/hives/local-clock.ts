import { DAY_SECONDS } from '../platform/durations.ts'
import { offsetOf, type Zone } from './local-midnight.ts'

const OFFSET_STEP_SECONDS = 900
const KEPT_OFFSETS = 20_000

/**
 * Converts local clock time to epoch seconds; `local` is counted as if the clock showed UTC. `choose` decides between the two passes of the
 * hour that occurs twice in autumn; the default is the first.
 */
export type LocalClock = (local: number, choose?: (early: number, late: number) => number) => number

/** Returns the clock of a zone. A time in the hour skipped in spring is taken as if the clocks had not changed yet. */
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
 * Returns a function that finds the times of consecutive rows, ascending or descending, in epoch seconds: in the hour that occurs twice it
 * picks the pass that continues from the row before. A time may repeat there if times repeat elsewhere. `latest`, epoch seconds, is for
 * rows that go back from then.
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

/** Caches `offsetAt`: offsets change only at full quarter hours, and looking one up is slow. */
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

/** Whether this runtime knows the time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
