import * as v from 'valibot'
import { AppError } from '../../../platform/http/app-error.ts'
import { defineJob } from '../../../platform/jobs/job-kind.ts'

const refuse = (): Promise<never> => Promise.reject(new AppError(409, 'backup_by_postgres'))

/** PostgreSQL backs itself up, and knows more ways than a copy of its files: a job says so, and none is begun each night. */
export const backupElsewhereJob = defineJob({
  input: v.object({}),
  startedBy: 'administrator',
  plan: refuse,
  run: refuse,
})
