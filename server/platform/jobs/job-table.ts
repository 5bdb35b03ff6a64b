import type { Generated } from 'kysely'
import type { JobStatus, JobType } from '#domain/platform/job.ts'

/**
 * One piece of work, unfinished or over. `account_id`: who requested it, null for the schedule. `from`, `to`, and all other times in
 * epoch ms; `input` and `result` are JSON; `problem` is an error code; at most one job per `dedup_key` is unfinished. Its runner
 * holds the lease until `lease_until`.
 */
export type JobTable = {
  id: Generated<number>
  type: JobType
  account_id: number | null
  controller_id: number | null
  from: number | null
  to: number | null
  input: string
  description: Generated<string>
  status: JobStatus
  progress_permille: Generated<number>
  detail: string | null
  dedup_key: string | null
  due_at: number
  lease_until: number | null
  lease_holder: string | null
  attempts: Generated<number>
  /** How often the process ended while it was doing this job. */
  interruptions: Generated<number>
  problem: string | null
  result: string | null
  created_at: number
  started_at: number | null
  finished_at: number | null
}

/** Up to when the scheduled runs of a type have been planned, in epoch ms. */
export type JobScheduleTable = { type: JobType; planned_at: number }
