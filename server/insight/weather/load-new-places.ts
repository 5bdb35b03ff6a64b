import type { Deps } from '../../deps.ts'
import { queueJob } from '../../platform/jobs/queue-job.ts'
import { placeControllers } from './place-controllers.ts'
import { selectPlaces } from './weather-queries.ts'

/** Queues loading the weather of new places, so that nobody has to wait for the night. */
export async function loadNewPlaces(
  deps: Pick<Deps, 'database' | 'clock' | 'events' | 'jobs' | 'weather' | 'troubles'>,
): Promise<void> {
  await placeControllers(deps)
  // a service that is switched off is not failing
  if (!deps.weather.available) return deps.troubles.clear('weather_failing')
  const places = await selectPlaces(deps.database.db)
  const isNew = places.some(({ loaded_at, problem }) => loaded_at === null && problem === null)
  if (isNew) await queueJob(deps, { type: 'WEATHER_UPDATE', dedupKey: 'new weather places' })
}
