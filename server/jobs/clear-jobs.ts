import type { Deps } from '../http/deps.ts'
import { deleteOverJobs } from './job-queries.ts'

const DAY_MS = 86_400_000
const AT_ONCE = 500

/** Takes away jobs that have long been over, few rows at once; says how many. */
export async function clearJobs({
  database: { db },
  clock,
  config,
}: Pick<Deps, 'database' | 'clock' | 'config'>): Promise<number> {
  const beforeMs = clock.now() - config.retention.jobsDays * DAY_MS
  let removed = 0
  for (let part = AT_ONCE; part === AT_ONCE; removed += part) part = await deleteOverJobs(db, beforeMs, AT_ONCE)
  return removed
}
