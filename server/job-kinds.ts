import type { JobKinds } from './jobs/job-kind.ts'
import { rebuildJob } from './timeline/rebuild-job.ts'
import { weatherJob } from './weather/weather-job.ts'

/** What each type of job does. */
export const jobKinds: JobKinds = {
  REBUILD: rebuildJob,
  WEATHER_UPDATE: weatherJob,
}
