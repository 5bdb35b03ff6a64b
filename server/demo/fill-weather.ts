import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { Deps } from '../deps.ts'
import { placeControllers } from '../insight/weather/place-controllers.ts'
import { storeWeather } from '../insight/weather/store-weather.ts'
import { WEATHER_SEED } from './simulate-hive.ts'
import { simulateWeather } from './simulate-weather.ts'

const AHEAD_DAYS = 30

/** Weather since January 1 of last year for every place of the demo, marked as simulated, so that it shows without a network. */
export async function fillWeather(deps: Pick<Deps, 'database' | 'clock'>): Promise<void> {
  await placeControllers(deps)
  const now = deps.clock.now()
  const from = Date.UTC(new Date(now).getUTCFullYear() - 1, 0) / 1000
  const places = await deps.database.db.selectFrom('weather_place').select('id').execute()
  for (const { id } of places) {
    await storeWeather(
      deps,
      id,
      simulateWeather(WEATHER_SEED, from, Math.floor(now / 1000) + AHEAD_DAYS * DAY_SECONDS),
      'simulated',
    )
  }
}
