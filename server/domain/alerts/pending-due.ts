import type { OutboxChange } from '../platform/worker-message.ts'
import type { DueSpan } from './swarm-course.ts'

type Said = { status?: unknown; putOffUntil?: unknown; outcome?: unknown }

/** What is still to be done once all that waits on this device is sent: the last word on each counts. */
export const stillDue = (known: readonly DueSpan[], unsent: readonly OutboxChange[]): DueSpan[] =>
  known.filter(({ settledBy }) => {
    const last = unsent.findLast(({ path }) => path === settledBy)
    if (!last) return true
    const { status, putOffUntil, outcome } = (last.body ?? {}) as Said
    return status === 'open' ? !putOffUntil : outcome === null
  })
