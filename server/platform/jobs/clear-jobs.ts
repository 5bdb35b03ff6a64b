import { DAY_MS } from '#domain/platform/durations.ts'
import type { Deps } from '../../deps.ts'
import { clearInParts } from '../db/due-rows.ts'
import { deleteOverJobs } from './job-queries.ts'

/** Deletes jobs that ended long ago, a few rows at a time; returns how many. */
export async function clearJobs({
  database: { db },
  clock,
  config,
}: Pick<Deps, 'database' | 'clock' | 'config'>): Promise<number> {
  const beforeMs = clock.now() - config.retention.jobsDays * DAY_MS
  return clearInParts((limit) => deleteOverJobs(db, beforeMs, limit))
}
