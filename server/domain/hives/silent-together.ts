import { turnMs } from './nobody-heard.ts'

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
