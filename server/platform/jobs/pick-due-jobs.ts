import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import type { JobRow } from './job-queries.ts'
import { type JobLane, selectDueJobs } from './job-run-queries.ts'

/**
 * The due jobs of a lane that may start, beginning with accounts that have the fewest running. An account may hold at most as many of the lane's
 * `places` as it leaves free, so that others arriving later need not wait for it. Jobs just started may be included.
 */
export async function pickDueJobs(db: Kysely<Tables>, lane: JobLane, nowMs: number, places: number): Promise<JobRow[]> {
  const due = await selectDueJobs(db, lane, nowMs, places)
  return due.filter(({ turn, running }, at) => turn < places - running - at)
}
