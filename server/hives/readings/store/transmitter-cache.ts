import type { ForeignWrites } from '../../../platform/db/sqlite-lane.ts'
import type { HotStatements } from './hot-statements.ts'
import type { TileStore, Transmitter } from './tile-store.ts'

export type TransmitterCache = {
  /** Reads those that are not cached, as one set. */
  load(keyHashes: readonly string[]): void
  byKey(deviceKeyHash: string): Transmitter | undefined
  /** Returns the id of the transmitter with this key. A new key that was handed over becomes its only key when first used. */
  holderOf(deviceKeyHash: string): number | undefined
  /** Days before this accept no more readings; epoch seconds. */
  closedBefore(): number
  /** To be called after a transaction was rolled back. */
  forget(): void
}

const KEPT_TRANSMITTERS = 20_000

/** Caches transmitters by device key, and the time before which days are closed, until anything else writes to the database. */
export function createTransmitterCache(
  statements: () => HotStatements,
  store: TileStore,
  foreignWrites: ForeignWrites,
): TransmitterCache {
  const known = new Map<string, Transmitter>()
  let closedBefore: number | undefined
  let readAt = foreignWrites.count
  const dropOld = () => {
    if (readAt === foreignWrites.count) return
    known.clear()
    closedBefore = undefined
    readAt = foreignWrites.count
  }
  const byKey = (deviceKeyHash: string): Transmitter | undefined => {
    dropOld()
    const cached = known.get(deviceKeyHash)
    if (cached) return cached
    return read([deviceKeyHash]).get(deviceKeyHash)
  }
  const read = (keyHashes: readonly string[]) => {
    const found = store.transmitters(keyHashes)
    if (known.size + found.size > KEPT_TRANSMITTERS) known.clear()
    for (const [hash, transmitter] of found) known.set(hash, transmitter)
    return found
  }
  return {
    closedBefore() {
      dropOld()
      closedBefore ??= statements().readClosed.get()!.closed_before
      return closedBefore
    },
    byKey,
    load(keyHashes) {
      dropOld()
      const unknown = keyHashes.filter((hash) => !known.has(hash))
      if (unknown.length > 0) read([...new Set(unknown)])
    },
    holderOf(deviceKeyHash) {
      const holder = byKey(deviceKeyHash)
      if (holder) return holder.controller.id
      const handedOver = statements().useNextKey.get(deviceKeyHash)
      if (handedOver) known.clear()
      return handedOver?.id
    },
    forget: () => known.clear(),
  }
}
