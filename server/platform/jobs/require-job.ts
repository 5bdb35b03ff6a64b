import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { AppError } from '../http/app-error.ts'
import type { SignedIn } from '../http/env.ts'
import { type JobRow, selectJob } from './job-queries.ts'

/** One's own job, or any job for administrators. Throws 404 `job_not_found`. */
export async function requireJob(db: Kysely<Tables>, account: SignedIn, id: number): Promise<JobRow> {
  const row = await selectJob(db, id)
  if (!row || (row.account_id !== account.accountId && !account.admin)) throw new AppError(404, 'job_not_found')
  return row
}
