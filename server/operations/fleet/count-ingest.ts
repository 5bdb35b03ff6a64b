import { HOUR_MS } from '#domain/platform/durations.ts'
import type { Deps } from '../../deps.ts'
import { keepThrottled } from '../../hives/readings/key-budgets/read-throttled.ts'
import { addIngest, deleteIngestBefore } from './fleet-queries.ts'

const KEPT_HOURS = 14 * 24

/** Creates the job that saves from time to time what has come in since the last time, at no extra cost for ingest itself. */
export function createIngestCounting({
  database: { db },
  clock,
  ingest,
  keyBudgets,
}: Pick<Deps, 'database' | 'clock' | 'ingest' | 'keyBudgets'>): () => Promise<void> {
  const read = () => {
    const { outcomes, accepted } = ingest.counts
    return { requests: outcomes.stored, readings: accepted, refused: outcomes.refused }
  }
  let counted = read()
  return async () => {
    const now = read()
    const more = {
      requests: now.requests - counted.requests,
      readings: now.readings - counted.readings,
      refused: now.refused - counted.refused,
    }
    const from = Math.floor(clock.now() / HOUR_MS) * HOUR_MS
    const before = counted
    // when a server shuts down, two of these may run at once
    counted = now
    try {
      if (more.requests + more.refused > 0) await addIngest(db, { from, ...more })
    } catch (error) {
      counted = before
      throw error
    }
    const forgetBefore = from - KEPT_HOURS * HOUR_MS
    await deleteIngestBefore(db, forgetBefore)
    await keepThrottled(db, { from, throttled: keyBudgets.drain(), forgetBefore })
  }
}
