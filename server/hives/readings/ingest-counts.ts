import { type AnswerCounts, createAnswerCounts } from '../../platform/http/log-request.ts'
import { createDurationCounts, type DurationCounts } from '../../platform/runtime/metrics.ts'
import type { IngestOutcome } from './request/ingest-request.ts'

/** What came in since the start, as plain counters that each request increments. */
export type IngestCounts = {
  /** Of `POST /api/ingest` only. */
  answers: AnswerCounts
  durations: DurationCounts
  /** Of all formats. */
  outcomes: Record<IngestOutcome['status'] | 'failed', number>
  accepted: number
  duplicates: number
  rejected: number
  /** Folds that failed, and series that were set aside. */
  foldFailures: number
}

export const createIngestCounts = (): IngestCounts => ({
  answers: createAnswerCounts(),
  durations: createDurationCounts(),
  outcomes: { stored: 0, expired: 0, refused: 0, failed: 0 },
  accepted: 0,
  duplicates: 0,
  rejected: 0,
  foldFailures: 0,
})

export function countOutcome(counts: IngestCounts, outcome: IngestOutcome): void {
  counts.outcomes[outcome.status]++
  if (outcome.status !== 'stored') return
  counts.accepted += outcome.accepted
  counts.duplicates += outcome.duplicates
  counts.rejected += outcome.rejected.length
}
