import type { Generated } from 'kysely'

/** A time in which the server took in what came; its end is moved on while it does. Epoch ms. */
export type ListeningSpanTable = { id: Generated<number>; from: number; to: number }

/**
 * Readings of a transmitter that were refused for times in the future: how many since `since`, when last, and by how many seconds
 * its newest one was ahead then. Times in epoch ms.
 */
export type RefusedTimeTable = {
  controller_id: number
  count: number
  since: number
  last_at: number
  ahead_seconds: number
}
