import { HOUR_MS } from '../platform/durations.ts'

/** Fewer may share what failed: one gateway, one power supply, or a valley in which the phone network is down. Then their transmitters are silent, and say so. */
const PEOPLE_AT_LEAST = 5

/** A transmitter whose data would be accepted; `heardAt`: when it last sent anything, in epoch ms. */
export type ExpectedTransmitter = { ownerId: number; heardAt: number; updateIntervalHours: number }

/**
 * For how long a transmitter may say nothing before it has missed its turn: its interval and half an hour, which is half of its patience, so
 * that this is known before anybody's patience ends.
 */
export const turnMs = (updateIntervalHours: number): number => (updateIntervalHours + 0.5) * HOUR_MS

/** Whether transmitters of so many people are expected that all of them being silent would have a cause of its own. */
export const areEnough = (transmitters: readonly ExpectedTransmitter[]): boolean =>
  new Set(transmitters.map(({ ownerId }) => ownerId)).size >= PEOPLE_AT_LEAST

/**
 * Returns whether so many people's transmitters fell silent together that the cause is not with them: since anybody was last heard (`heardAt`,
 * epoch ms), all of them have missed their turn, and none had missed it before. `listenedMs`: how long the server has been listening since a time.
 */
export function isNobodyHeard(
  transmitters: readonly ExpectedTransmitter[],
  heardAt: number,
  listenedMs: (sinceMs: number) => number,
): boolean {
  const silentMs = listenedMs(heardAt)
  return areEnough(
    transmitters.filter((one) => {
      const turn = turnMs(one.updateIntervalHours)
      return silentMs > turn && listenedMs(Math.min(one.heardAt, heardAt)) - silentMs <= turn
    }),
  )
}

/** `heardAt`: when it last sent anything, in epoch ms. */
type Silent = { heardAt: number; updateIntervalHours: number }

/**
 * Returns whether two silent transmitters may have stopped for the same reason, such as a gateway, a mobile network, or a service that forwards: each
 * was last heard before the other missed its turn.
 */
export const mayShareCause = (one: Silent, other: Silent): boolean =>
  isWithinTurn(one, other.heardAt) && isWithinTurn(other, one.heardAt)

const isWithinTurn = ({ heardAt, updateIntervalHours }: Silent, at: number): boolean =>
  at <= heardAt + turnMs(updateIntervalHours)
