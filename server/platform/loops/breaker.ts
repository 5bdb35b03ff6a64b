import type { Clock } from '../runtime/clock.ts'

/** After this many failures to answer in a row, a place is left alone for a while. */
const OPENS_AFTER = 3
const FIRST_PAUSE_MS = 15_000
const LONGEST_PAUSE_MS = 60_000
/** Older silence says nothing about the present. */
const REMEMBERED_MS = 10 * 60_000
const MANY_PLACES = 1000

/** `silent`: it did not answer in time, or there was no connection. `unknown`: it was not asked, or nobody waited for the answer. */
export type Verdict = 'answered' | 'silent' | 'unknown'

/** Leaves places that do not answer alone, then lets one attempt at a time through. A place is a host, or part of one. */
export type Breakers = {
  /** Until when a place is left alone, in epoch ms; `Infinity` while an attempt is running. Undefined if it may be asked. */
  restsUntil(place: string): number | undefined
  /**
   * Records that a place is being asked; the returned function reports the outcome. Silence counts once per `witness`, and only
   * if the place answered nobody in the meantime; without a witness it only counts for the single attempt let through.
   */
  ask(place: string, witness?: unknown): (verdict: Verdict) => void
  /** Whether a place is being left alone or tested after not answering. */
  isKnown(place: string): boolean
  /** The places being left alone. */
  open(): string[]
  /** Calls `listener` when a place starts being left alone, when an attempt there is over, and when it answers again. */
  onChange(listener: () => void): void
}

type Place = {
  underWay: number
  /** The sequence number, over all places, of its last answer: shows whether it has answered since something began. */
  answeredAt: number
  silentFor: Set<unknown>
  silentAt: number
  rest: { from: number; until: number; pauseMs: number; isTried: boolean } | undefined
}

/** `forgets`: drop places that nobody asks any more. Without it, a place stays until it answers. */
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

/** One set for each way of sending. Mail and SMS each have a gateway of our own. */
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
