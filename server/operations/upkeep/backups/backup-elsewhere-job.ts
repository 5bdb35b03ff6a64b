import * as v from 'valibot'
import { AppError } from '../../../platform/http/app-error.ts'
import { defineJob } from '../../../platform/jobs/job-kind.ts'

const refuse = (): Promise<never> => Promise.reject(new AppError(409, 'backup_by_postgres'))

/** Replaces the backup job with PostgreSQL, which has better ways to back itself up than a copy of its files: a job says so, and none is started each night. */
export const backupElsewhereJob = defineJob({
  input: v.object({}),
  startedBy: 'administrator',
  plan: refuse,
  run: refuse,
})
