import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import type { JobRow } from './job-queries.ts'
import { type JobLane, selectDueJobs } from './job-run-queries.ts'

/**
 * The due jobs of a lane that may begin, of whoever has the fewest under way first. An account holds at most as many of the lane's `places` as
 * are free beside them, so that somebody who comes later need not wait for it. What was just begun may be among them.
 */
export async function pickDueJobs(db: Kysely<Tables>, lane: JobLane, nowMs: number, places: number): Promise<JobRow[]> {
  const due = await selectDueJobs(db, lane, nowMs, places)
  return due.filter(({ turn, running }, at) => turn < places - running - at)
}
