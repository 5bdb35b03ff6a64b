import type { Deps } from '../../deps.ts'
import { AppError } from '../http/app-error.ts'
import type { SignedIn } from '../http/env.ts'
import { type JobRow, updateJob } from './job-queries.ts'
import { requireJob } from './require-job.ts'
import { tellOfJob } from './tell-of-job.ts'

/** Cancels a waiting or running job; `isNew` is false if it was canceled before. Throws 404 `job_not_found`, 409 `job_over` if it has already ended. */
export async function cancelJob(
  { database: { db }, clock, events, jobs }: Pick<Deps, 'database' | 'clock' | 'events' | 'jobs'>,
  account: SignedIn,
  id: number,
): Promise<{ row: JobRow; isNew: boolean }> {
  const row = await requireJob(db, account, id)
  if (row.status === 'cancelled') return { row, isNew: false }
  const ended = { lease_holder: null, lease_until: null, detail: null, finished_at: clock.now() }
  const cancelled = await updateJob(db, id, ['queued', 'running'], { ...ended, status: 'cancelled' })
  if (!cancelled) {
    const now = await requireJob(db, account, id)
    // somebody canceled it at the same moment
    if (now.status === 'cancelled') return { row: now, isNew: false }
    throw new AppError(409, 'job_over')
  }
  jobs.abort(id)
  tellOfJob(events, cancelled)
  return { row: cancelled, isNew: true }
}
