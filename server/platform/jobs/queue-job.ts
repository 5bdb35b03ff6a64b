import type { Insertable, Kysely } from 'kysely'
import type { JobType } from '#domain/platform/job.ts'
import type { Deps } from '../../deps.ts'
import type { Tables } from '../../store/tables.ts'
import { AppError } from '../http/app-error.ts'
import { countUnfinished, insertJob, type JobRow, selectUnfinishedByKey } from './job-queries.ts'
import type { JobTable } from './job-table.ts'
import { tellOfJob } from './tell-of-job.ts'

export type { JobRow }

const UNFINISHED_AT_ONCE = 5

export type NewJob = {
  type: JobType
  /** Must match the type's schema. */
  input?: object
  accountId?: number | null
  controllerId?: number | null
  /** Epoch ms, `to` exclusive. */
  from?: number | null
  to?: number | null
  description?: string
  /** If a job with the same key is unfinished, that one is returned instead. */
  dedupKey?: string
}

/** `isNew` is false if the same job was requested before and is not over. */
export type QueuedJob = { row: JobRow; isNew: boolean }

/** Stores a job and has it started. */
export async function queueJob(
  deps: Pick<Deps, 'database' | 'clock' | 'events' | 'jobs'>,
  job: NewJob,
): Promise<QueuedJob> {
  return beginQueued(deps, await insertOrFind(deps.database.db, job, deps.clock.now()))
}

/** Queues the job that `prepare` returns, in the same transaction: what the job needs is stored with it, or neither is. */
export async function queuePreparedJob(
  deps: Pick<Deps, 'database' | 'clock' | 'events' | 'jobs'>,
  prepare: (within: Kysely<Tables>) => Promise<NewJob>,
): Promise<QueuedJob> {
  const queued = await deps.database.db
    .transaction()
    .execute(async (within) => insertOrFind(within, await prepare(within), deps.clock.now()))
  return beginQueued(deps, queued)
}

/** For jobs that accounts request themselves. Throws 429 `jobs_too_many`. */
export async function queueOwnJob(
  deps: Pick<Deps, 'database' | 'clock' | 'events' | 'jobs'>,
  job: NewJob & { accountId: number },
): Promise<QueuedJob> {
  return queuePreparedJob(deps, async (within) => {
    await requireFewUnfinished(within, job.accountId, job.type)
    return job
  })
}

/**
 * Throws 429 `jobs_too_many` if an account has five unfinished jobs of a type. `within`: the transaction that adds another; as transactions
 * run one after the other, no two of them see the same count.
 */
export async function requireFewUnfinished(within: Kysely<Tables>, accountId: number, type: JobType): Promise<void> {
  if ((await countUnfinished(within, accountId, type)) < UNFINISHED_AT_ONCE) return
  throw new AppError(429, 'jobs_too_many', { retryAfterSeconds: 60 })
}

async function insertOrFind(db: Kysely<Tables>, job: NewJob, nowMs: number): Promise<QueuedJob> {
  for (;;) {
    const inserted = await insertJob(db, newRow(job, nowMs))
    if (inserted) return { row: inserted, isNew: true }
    const known = await selectUnfinishedByKey(db, job.dedupKey ?? '')
    if (known) return { row: known, isNew: false }
  }
}

function beginQueued({ events, jobs }: Pick<Deps, 'events' | 'jobs'>, queued: QueuedJob): QueuedJob {
  if (queued.isNew) {
    tellOfJob(events, queued.row)
    jobs.wake()
  }
  return queued
}

/** The row of a job that is due from now on. */
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
