import { exportJob } from './exports/export-job.ts'
import type { JobKinds } from './jobs/job-kind.ts'
import { rebuildJob } from './timeline/rebuild-job.ts'
import { weatherJob } from './weather/weather-job.ts'

/** What each type of job does. */
export const jobKinds: JobKinds = {
  EXPORT: exportJob,
  REBUILD: rebuildJob,
  WEATHER_UPDATE: weatherJob,
}
