import type { Clock } from '../runtime/clock.ts'

/** So many in a row who got no answer, and it is left alone for a while. */
const OPENS_AFTER = 3
const FIRST_PAUSE_MS = 15_000
const LONGEST_PAUSE_MS = 60_000
/** Silence that is older says nothing of now. */
const REMEMBERED_MS = 10 * 60_000
const MANY_PLACES = 1000

/** `silent`: it did not answer in time, or there was no connection. `unknown`: it was not asked, or nobody waited. */
export type Verdict = 'answered' | 'silent' | 'unknown'

/** Places that do not answer are left alone, and asked again by one try at a time. A place is a host, or part of one. */
export type Breakers = {
  /** Until when a place is left alone, in epoch ms; `Infinity` while one tries. Undefined where it may be asked. */
  restsUntil(place: string): number | undefined
  /**
   * Notes that a place is asked; what is given back is called when that is over. Silence counts once a `witness`, and only
   * where the place answered nobody meanwhile; without a witness it counts only where it was the one try.
   */
  ask(place: string, witness?: unknown): (verdict: Verdict) => void
  /** Whether a place is left alone, or tried, for having been silent. */
  isKnown(place: string): boolean
  /** The places that are left alone. */
  open(): string[]
  /** Calls when a place begins to be left alone, when a try of it is over, and when it answers again. */
  onChange(listener: () => void): void
}

type Place = {
  underWay: number
  /** Counts up with every answer of any place: whether it answered since something began. */
  answeredAt: number
  silentFor: Set<unknown>
  silentAt: number
  rest: { from: number; until: number; pauseMs: number; isTried: boolean } | undefined
}

/** `forgets`: a place that nobody asks any more is not kept. Without it, it has to answer first. */
export function createBreakers({
  clock,
  opensAfter = OPENS_AFTER,
  forgets = true,
}: {
  clock: Clock
  opensAfter?: number
  forgets?: boolean
}): Breakers {
  const places = new Map<string, Place>()
  const listeners: (() => void)[] = []
  let answers = 0

  const newPlace = (): Place => ({
    underWay: 0,
    answeredAt: 0,
    silentFor: new Set(),
    silentAt: 0,
    rest: undefined,
  })

  function forgetOld(now: number): void {
    for (const [name, { underWay, rest, silentAt }] of places) {
      if (underWay > 0 || (rest && !forgets)) continue
      if (now - (rest?.until ?? silentAt) > REMEMBERED_MS) places.delete(name)
    }
  }

  function letRest(place: Place, pauseMs: number): void {
    const from = clock.now()
    place.rest = { from, until: from + pauseMs, pauseMs, isTried: false }
    place.silentFor.clear()
  }

  const told = () => {
    for (const listener of listeners) listener()
  }

  function judge(place: Place, verdict: Verdict, begun: { at: number; isTry: boolean; witness: unknown }): void {
    const { rest } = place
    if (begun.isTry && rest) rest.isTried = false
    if (verdict === 'answered') {
      place.answeredAt = ++answers
      place.silentFor.clear()
      place.rest = undefined
      if (rest) told()
    } else if (verdict === 'silent' && rest && begun.isTry) {
      letRest(place, Math.min(2 * rest.pauseMs, LONGEST_PAUSE_MS))
      told()
    } else if (verdict === 'silent' && !rest && begun.witness !== undefined && place.answeredAt <= begun.at) {
      place.silentFor.add(begun.witness)
      place.silentAt = clock.now()
      if (place.silentFor.size < opensAfter) return
      letRest(place, FIRST_PAUSE_MS)
      told()
    } else if (begun.isTry) told()
  }

  return {
    restsUntil(name) {
      const rest = places.get(name)?.rest
      if (!rest) return undefined
      if (rest.isTried) return Number.POSITIVE_INFINITY
      const now = clock.now()
      // a clock that was set back must not prolong it
      return now >= rest.until || now < rest.from ? undefined : rest.until
    },
    ask(name, witness) {
      const now = clock.now()
      if (places.size >= MANY_PLACES) forgetOld(now)
      const place = places.get(name) ?? newPlace()
      places.set(name, place)
      if (now - place.silentAt > REMEMBERED_MS) place.silentFor.clear()
      const isTry = place.rest !== undefined && !place.rest.isTried
      if (isTry) place.rest!.isTried = true
      place.underWay++
      const begun = { at: answers, isTry, witness }
      let isOver = false
      return (verdict) => {
        if (isOver) return
        isOver = true
        place.underWay--
        judge(place, verdict, begun)
        if (place.underWay === 0 && !place.rest && place.silentFor.size === 0) places.delete(name)
      }
    },
    isKnown: (name) => places.get(name)?.rest !== undefined,
    open() {
      forgetOld(clock.now())
      return [...places].flatMap(([name, { rest }]) => (rest ? [name] : []))
    },
    onChange: (listener) => void listeners.push(listener),
  }
}

/** One of each way on which something is sent. Mail and SMS have a gateway of our own each. */
export const createWays = ({ clock }: { clock: Clock }) => ({
  push: createBreakers({ clock }),
  email: createBreakers({ clock, forgets: false }),
  sms: createBreakers({ clock, forgets: false }),
  ntfy: createBreakers({ clock }),
  telegram: createBreakers({ clock }),
  matrix: createBreakers({ clock }),
  webhook: createBreakers({ clock }),
  forwarding: createBreakers({ clock }),
})
