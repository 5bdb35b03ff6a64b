import type { Deps } from '../../deps.ts'
import type { Metrics } from '../../platform/runtime/metrics.ts'
import { countDamagedSeries, selectOldestInbox } from './set-aside-queries.ts'

type Measured = Pick<Deps, 'database' | 'clock' | 'ingest'>

/** Metrics of folding: what is set aside, what failed, and what waits. */
export function measureFolding(metrics: Metrics, { database: { db }, clock, ingest }: Measured): void {
  metrics.gauge('hivewatch_series_damaged', 'Series with something set aside', () => countDamagedSeries(db))
  metrics.counter('hivewatch_fold_failures_total', 'Folds that failed, and series that were set aside', () => [
    { labels: {}, value: ingest.counts.foldFailures },
  ])
  metrics.gauge(
    'hivewatch_inbox_oldest_seconds',
    'How long the oldest request has been waiting to be folded',
    async () => {
      const oldest = await selectOldestInbox(db)
      return oldest === undefined ? 0 : Math.max(0, clock.now() - oldest) / 1000
    },
  )
}
