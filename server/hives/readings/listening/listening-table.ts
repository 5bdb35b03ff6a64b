import type { Generated } from 'kysely'

/** A span in which the server accepted what came in; its end moves on while it does. Epoch ms. */
export type ListeningSpanTable = { id: Generated<number>; from: number; to: number }

/**
 * Readings of a transmitter refused for times in the future: how many since `since`, when last, and how many seconds ahead its
 * newest one was then. Times in epoch ms.
 */
export type RefusedTimeTable = {
  controller_id: number
  count: number
  since: number
  last_at: number
  ahead_seconds: number
}
