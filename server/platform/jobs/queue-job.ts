import type { Insertable } from 'kysely'
import type { JobType } from '#domain/platform/job.ts'
import type { Deps } from '../../deps.ts'
import { insertJob, type JobRow, selectUnfinishedByKey } from './job-queries.ts'
import type { JobTable } from './job-table.ts'
import { tellOfJob } from './tell-of-job.ts'

export type { JobRow }

export type NewJob = {
  type: JobType
  /** What the type's schema takes. */
  input?: object
  accountId?: number | null
  controllerId?: number | null
  /** Epoch ms, `to` exclusive. */
  from?: number | null
  to?: number | null
  description?: string
  /** While one with the same key is unfinished, that one is meant. */
  dedupKey?: string
}

/** Writes down a job and has it begun. `isNew` is false where the same was asked for and is not over yet. */
export async function queueJob(
  { database: { db }, clock, events, jobs }: Pick<Deps, 'database' | 'clock' | 'events' | 'jobs'>,
  job: NewJob,
): Promise<{ row: JobRow; isNew: boolean }> {
  const now = clock.now()
  for (;;) {
    const inserted = await insertJob(db, newRow(job, now))
    if (inserted) {
      tellOfJob(events, inserted)
      jobs.wake()
      return { row: inserted, isNew: true }
    }
    const known = await selectUnfinishedByKey(db, job.dedupKey ?? '')
    if (known) return { row: known, isNew: false }
  }
}

/** The row of a job that waits from now on. */
export const newRow = (job: NewJob, nowMs: number): Insertable<JobTable> => ({
  type: job.type,
  account_id: job.accountId ?? null,
  controller_id: job.controllerId ?? null,
  from: job.from ?? null,
  to: job.to ?? null,
  input: JSON.stringify(job.input ?? {}),
  description: job.description ?? '',
  dedup_key: job.dedupKey ?? null,
  status: 'queued',
  due_at: nowMs,
  created_at: nowMs,
})
