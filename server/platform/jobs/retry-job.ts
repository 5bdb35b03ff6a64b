import { isUnfinished } from '#domain/platform/job.ts'
import type { Deps } from '../../deps.ts'
import { isUniqueViolation } from '../db/lane.ts'
import { AppError } from '../http/app-error.ts'
import type { SignedIn } from '../http/env.ts'
import { type JobRow, updateJob } from './job-queries.ts'
import { requireFewUnfinished } from './queue-job.ts'
import { requireJob } from './require-job.ts'
import { tellOfJob } from './tell-of-job.ts'

/**
 * Repeats a job that failed or was canceled, or runs one at once that is waiting for its next attempt. Throws 403 if the type is for
 * administrators, 403 `second_factor_missing`, 404 `job_not_found`, 409 `job_under_way` if it is running or the same job was started again,
 * `job_over` if it is done, 429 if its account has five unfinished ones.
 */
export async function retryJob(
  { database: { db }, clock, events, jobs }: Pick<Deps, 'database' | 'clock' | 'events' | 'jobs'>,
  account: SignedIn,
  id: number,
): Promise<JobRow> {
  const { status, type } = await requireJob(db, account, id)
  // it runs with all rights of its account
  if (account.lacksSecondFactor) throw new AppError(403, 'second_factor_missing')
  if (!account.admin && jobs.kinds[type]?.startedBy !== 'beekeeper') throw new AppError(403, 'forbidden')
  if (status === 'done') throw new AppError(409, 'job_over')
  const fresh = {
    due_at: clock.now(),
    attempts: 0,
    interruptions: 0,
    progress_permille: 0,
    problem: null,
    finished_at: null,
  }
  const queued = await db
    .transaction()
    .execute(async (within) => {
      const row = await requireJob(within, account, id)
      const accountId = isUnfinished(row.status) ? null : row.account_id
      if (accountId !== null) await requireFewUnfinished(within, accountId, type)
      return updateJob(within, id, ['failed', 'cancelled', 'queued'], { ...fresh, status: 'queued' })
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new AppError(409, 'job_under_way') : error
    })
  if (!queued) throw new AppError(409, 'job_under_way')
  tellOfJob(events, queued)
  jobs.wake()
  return queued
}
