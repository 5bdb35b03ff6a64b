import * as v from 'valibot'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import type { Job } from '#domain/platform/job.ts'
import { storedJson } from '../db/stored-json.ts'
import { isoTime, isoTimeOrNull } from '../db/stored-time.ts'
import type { JobRow } from './job-queries.ts'

const TELLING_PERMILLE = 20

/** A job as the API shows it. */
export const toJob = (row: JobRow, nowMs: number): Job => ({
  id: row.id,
  type: row.type,
  accountId: row.account_id,
  controllerId: row.controller_id,
  from: isoTimeOrNull(row.from),
  to: isoTimeOrNull(row.to),
  description: row.description,
  status: row.status,
  progress: row.progress_permille / 1000,
  detail: row.detail,
  remainingSeconds: remaining(row, nowMs),
  attempts: row.attempts,
  problem: row.problem as ErrorCode | null,
  result: storedJson(v.record(v.string(), v.unknown()), row.result, null),
  created: isoTime(row.created_at),
  due: isoTime(row.due_at),
  started: isoTimeOrNull(row.started_at),
  finished: isoTimeOrNull(row.finished_at),
})

/** Estimated from the pace so far; null if too little has been done to tell. */
function remaining({ status, progress_permille: done, started_at }: JobRow, nowMs: number): number | null {
  if (status !== 'running' || started_at === null || done < TELLING_PERMILLE) return null
  const passedMs = Math.max(0, nowMs - Number(started_at))
  return Math.ceil((passedMs * (1000 - done)) / done / 1000)
}
