import type { OutboxChange } from '../platform/worker-message.ts'
import type { DueSpan } from './swarm-course.ts'

type Said = { status?: unknown; putOffUntil?: unknown; outcome?: unknown }

/** Returns what remains to be done once everything waiting on this device has been sent: the last change of each counts. */
export const stillDue = (known: readonly DueSpan[], unsent: readonly OutboxChange[]): DueSpan[] =>
  known.filter(({ settledBy }) => {
    const last = unsent.findLast(({ path }) => path === settledBy)
    if (!last) return true
    const { status, putOffUntil, outcome } = (last.body ?? {}) as Said
    return status === 'open' ? !putOffUntil : outcome === null
  })
