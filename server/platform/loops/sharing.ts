import { forgetOldest } from '../runtime/forget-oldest.ts'
import type { Breakers, Verdict } from './breaker.ts'

/** A place that a row is sent to, and whose silence would be news of it; see `Breakers.ask`. */
export type Destination = { breakers: Breakers; place: string; witness?: unknown }

/**
 * Whose a row is: he may hold as many as are free. `host`: all for it leave a quarter to others. `receiver`: it gets one after
 * the other.
 */
export type Holders = { owner: string | number; host?: string; receiver?: string | number }

/** How rows of many share what may be under way at a time. */
export type Sharing<Row, Outcome> = {
  /** So many are under way in all. Those that take longer than `patienceMs` are none of the loop's `parallel` any more. */
  most: number
  patienceMs?: number
  holdersOf(row: Row): Holders
  destinationsOf(row: Row): Destination[]
  /** Others leave half of everything to these. */
  isUrgent(row: Row): boolean
  verdictOf(outcome: Outcome): Verdict
  /** Puts off rows whose destination is left alone. Without it they stay due, and the loop looks again by then. */
  hold?(rows: Row[], untilMs: number): Promise<void>
}

const HOST_SHARE = 0.75
const SILENT_OWNERS_AT_MOST = 1000

type UnderWay = { isSlow: boolean; keys: string[] }

const ownerKey = (owner: string | number) => `owner ${owner}`
const hostKey = (host: string) => `host ${host}`
const receiverKey = (receiver: string | number) => `receiver ${receiver}`

const keysOf = ({ owner, host, receiver }: Holders): string[] => [
  ownerKey(owner),
  ...(host === undefined ? [] : [hostKey(host)]),
  ...(receiver === undefined ? [] : [receiverKey(receiver)]),
]

/** Who holds what of a lane. Rows of a loop without `sharing` come as they are. */
export function createShares<Row, Outcome>(parallel: number, sharing: Sharing<Row, Outcome> | undefined) {
  const most = sharing?.most ?? parallel
  const held = new Map<string, number>()
  let all = 0
  let slow = 0
  /** Those whose last row got no answer, the latest last. */
  const silentOwners = new Map<string | number, number>()
  let silences = 0

  const heldBy = (key: string) => held.get(key) ?? 0
  const add = (keys: string[], by: 1 | -1) => {
    for (const key of keys) {
      const count = heldBy(key) + by
      if (count === 0) held.delete(key)
      else held.set(key, count)
    }
  }

  return {
    /**
     * Rows in the order in which they get their turn. Where all go to one place, whoever got no answer there is behind the others: else an
     * address that hangs would be each of the few tries that are made while the place is left alone.
     */
    inTurns(rows: Row[]): Row[] {
      if (!sharing || sharing.hold || silentOwners.size === 0) return rows
      const placeOf = (row: Row) => silentOwners.get(sharing.holdersOf(row).owner) ?? 0
      return rows.toSorted(
        (a, b) => Number(sharing.isUrgent(b)) - Number(sharing.isUrgent(a)) || placeOf(a) - placeOf(b),
      )
    },
    noteVerdict(row: Row, verdict: Verdict): void {
      if (!sharing || verdict === 'unknown') return
      const { owner } = sharing.holdersOf(row)
      silentOwners.delete(owner)
      if (verdict === 'answered') return
      forgetOldest(silentOwners, SILENT_OWNERS_AT_MOST)
      silentOwners.set(owner, ++silences)
    },
    /** Whether anything more may begin. */
    hasRoom: () => all - slow < parallel && all < most,
    mayBegin(row: Row): boolean {
      if (!sharing) return true
      if (!sharing.isUrgent(row) && (all >= most / 2 || all - slow >= parallel / 2)) return false
      const { owner, host, receiver } = sharing.holdersOf(row)
      if (receiver !== undefined && heldBy(receiverKey(receiver)) > 0) return false
      const freeThere = host === undefined ? most : HOST_SHARE * most - heldBy(hostKey(host))
      return heldBy(ownerKey(owner)) < Math.min(most - all, freeThere)
    },
    take(row: Row): UnderWay {
      const keys = sharing ? keysOf(sharing.holdersOf(row)) : []
      add(keys, 1)
      all++
      return { isSlow: false, keys }
    },
    slowDown(underWay: UnderWay): void {
      underWay.isSlow = true
      slow++
    },
    giveBack({ isSlow, keys }: UnderWay): void {
      add(keys, -1)
      all--
      if (isSlow) slow--
    },
  }
}

/** Until when one of the destinations is left alone, in epoch ms; undefined where all may be asked. */
export function restOf(destinations: readonly Destination[]): number | undefined {
  const rests = destinations.flatMap(({ breakers, place }) => breakers.restsUntil(place) ?? [])
  return rests.length === 0 ? undefined : Math.max(...rests)
}
