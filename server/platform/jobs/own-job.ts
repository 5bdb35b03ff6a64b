import type { Kysely } from 'kysely'
import type { JobType } from '#domain/platform/job.ts'
import type { Tables } from '../../store/tables.ts'
import { AppError } from '../http/app-error.ts'
import type { SignedIn } from '../http/env.ts'
import { type JobRow, selectJob } from './job-queries.ts'

/** A job of this type that the account itself started. Throws 404 `job_not_found`, even for administrators. */
export async function ownJob(db: Kysely<Tables>, account: SignedIn, id: number, type: JobType): Promise<JobRow> {
  const row = await selectJob(db, id)
  if (!row || row.account_id !== account.accountId || row.type !== type) throw new AppError(404, 'job_not_found')
  return row
}
