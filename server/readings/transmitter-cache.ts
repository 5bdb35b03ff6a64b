import type { ChannelScale, HotStatements, IngestController } from '../db/hot-statements.ts'
import type { ForeignWrites } from '../db/sqlite-lane.ts'

/** A transmitter with its scales; whoever makes a scale in the open transaction adds it to the list. */
export type Transmitter = { controller: IngestController; scales: ChannelScale[] }

export type TransmitterCache = {
  byKey(deviceKeyHash: string): Transmitter | undefined
  /** After a transaction that was rolled back. */
  forget(): void
}

/** Transmitters by device key, read once and kept until anybody else writes anything. */
export function createTransmitterCache(
  statements: () => HotStatements,
  foreignWrites: ForeignWrites,
): TransmitterCache {
  const known = new Map<string, Transmitter>()
  let readAt = foreignWrites.count
  return {
    byKey(deviceKeyHash) {
      if (readAt !== foreignWrites.count) known.clear()
      readAt = foreignWrites.count
      const cached = known.get(deviceKeyHash)
      if (cached) return cached
      const controller = statements().controllerByKey.get(deviceKeyHash)
      if (!controller) return undefined
      const transmitter = { controller, scales: statements().scalesOf.all(controller.id) }
      known.set(deviceKeyHash, transmitter)
      return transmitter
    },
    forget: () => known.clear(),
  }
}
