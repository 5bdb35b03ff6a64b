import * as v from 'valibot'
import { AppError } from '../../../platform/http/app-error.ts'
import { defineJob } from '../../../platform/jobs/job-kind.ts'

const refuse = (): Promise<never> => Promise.reject(new AppError(409, 'backup_by_postgres'))

/**
 * Takes the place of the backup job on PostgreSQL, which has better ways to back itself up than a copy of its files: it refuses every request,
 * and none is started each night.
 */
export const backupElsewhereJob = defineJob({
  input: v.object({}),
  startedBy: 'administrator',
  plan: refuse,
  run: refuse,
})
