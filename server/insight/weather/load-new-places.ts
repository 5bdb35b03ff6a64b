import type { Deps } from '../../deps.ts'
import { queueJob } from '../../platform/jobs/queue-job.ts'
import { placeControllers } from './place-controllers.ts'
import { selectPlaces } from './weather-queries.ts'

/** Has the weather loaded of places that transmitters came to since: nobody should wait for the night. */
export async function loadNewPlaces(
  deps: Pick<Deps, 'database' | 'clock' | 'events' | 'jobs' | 'weather'>,
): Promise<void> {
  await placeControllers(deps)
  if (!deps.weather.available) return
  const places = await selectPlaces(deps.database.db)
  const isNew = places.some(({ loaded_at, problem }) => loaded_at === null && problem === null)
  if (isNew) await queueJob(deps, { type: 'WEATHER_UPDATE', dedupKey: 'new weather places' })
}
