import type { Kysely } from 'kysely'
import type { JobType } from '#domain/platform/job.ts'
import type { Tables } from '../../store/tables.ts'
import { clearResult, selectRecentJobs } from './job-queries.ts'

/**
 * The ids of jobs of a type whose results are kept: unfinished ones, and for each account the newest `perAccount` of those completed
 * after `afterMs`.
 */
export async function keptResults(
  db: Kysely<Tables>,
  type: JobType,
  { afterMs, perAccount }: { afterMs: number; perAccount: number },
): Promise<Set<number>> {
  const kept = new Set<number>()
  const counts = new Map<number | null, number>()
  for (const { id, account_id, status } of await selectRecentJobs(db, type, afterMs)) {
    const newer = counts.get(account_id) ?? 0
    if (status === 'done') counts.set(account_id, newer + 1)
    if (status !== 'done' || newer < perAccount) kept.add(id)
  }
  return kept
}

/** Records that a job's result has been removed. */
export const dropResult = async (db: Kysely<Tables>, jobId: number): Promise<void> =>
  void (await clearResult(db, jobId))
