import type { JobKinds } from './jobs/job-kind.ts'
import { rebuildJob } from './timeline/rebuild-job.ts'

/** What each type of job does. */
export const jobKinds: JobKinds = {
  REBUILD: rebuildJob,
}
