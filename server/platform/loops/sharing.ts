import { forgetOldest } from '../runtime/forget-oldest.ts'
import type { Breakers, Verdict } from './breaker.ts'

/** A place that a row is sent to; `witness`: whose silence says something new about it, see `Breakers.ask`. */
export type Destination = { breakers: Breakers; place: string; witness?: unknown }

/**
 * Who a row belongs to. An owner may hold as many as it leaves free. `host`: all rows for one host leave a quarter to others.
 * `receiver`: gets one row at a time.
 */
export type Holders = { owner: string | number; host?: string; receiver?: string | number }

/** How rows of many owners share the rows that may run at a time. */
export type Sharing<Row, Outcome> = {
  /** The maximum that run in all. Rows that take longer than `patienceMs` no longer count against the loop's `parallel`. */
  most: number
  patienceMs?: number
  holdersOf(row: Row): Holders
  destinationsOf(row: Row): Destination[]
  /** Whether a row is urgent: half of the capacity is reserved for such rows. */
  isUrgent(row: Row): boolean
  verdictOf(outcome: Outcome): Verdict
  /** Defers rows whose destination is being left alone. Without it they stay due, and the loop looks again when the pause is over. */
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

/** Keeps track of who holds what of a lane. Without `sharing`, rows are taken in order. */
export function createShares<Row, Outcome>(parallel: number, sharing: Sharing<Row, Outcome> | undefined) {
  const most = sharing?.most ?? parallel
  const held = new Map<string, number>()
  let all = 0
  let slow = 0
  /** Owners whose last row got no answer, most recent last. */
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
     * The rows in the order of their turns. If all go to one place, owners without an answer there come last: otherwise an
     * address that hangs could use up each of the few attempts made while the place is left alone.
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
    /** Whether anything more may start. */
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

/** Until when one of the destinations is left alone, in epoch ms. Undefined if all may be asked. */
export function restOf(destinations: readonly Destination[]): number | undefined {
  const rests = destinations.flatMap(({ breakers, place }) => breakers.restsUntil(place) ?? [])
  return rests.length === 0 ? undefined : Math.max(...rests)
}
