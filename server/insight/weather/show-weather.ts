import type { InferOutput } from 'valibot'
import { GRASSLAND_MARK } from '#domain/insight/grassland.ts'
import {
  type Grassland,
  type GrasslandQuery,
  WEATHER_HOURS_MAXIMUM_DAYS,
  WEATHER_MAXIMUM_DAYS,
  type Weather,
  type WeatherProblem,
  type WeatherQuery,
  weatherFields,
  weatherLevel,
  weatherProviders,
} from '#domain/insight/weather.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { Deps } from '../../deps.ts'
import { requireController } from '../../hives/controllers/visible-controllers.ts'
import { zoneOf } from '../../hives/timeline/zone-of-controller.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { WeatherColumns } from './read-weather.ts'
import { selectPlaceOf, type WeatherPlaceRow } from './weather-queries.ts'

type WeatherDeps = Pick<Deps, 'database' | 'clock' | 'weather'>

const nothing: WeatherColumns = { time: [], fields: {}, simulated: false }

/**
 * Returns the stored weather at a transmitter's location, without waiting for the service. If some is
 * missing, `problem` says why. Throws 404 `controller_not_found`, 400 `range_too_large`.
 */
export async function showWeather(
  deps: WeatherDeps,
  account: SignedIn,
  query: InferOutput<typeof WeatherQuery>,
): Promise<Weather> {
  const { database, weather } = deps
  const { controllerId, from, to, fields = [...weatherFields], level = weatherLevel(from, to) } = query
  const most = level === 'hour' ? WEATHER_HOURS_MAXIMUM_DAYS : WEATHER_MAXIMUM_DAYS
  if (to - from > most * DAY_SECONDS) throw new AppError(400, 'range_too_large')
  const { row } = await requireController(database.db, account, controllerId, 'read')
  const place = await selectPlaceOf(database.db, controllerId)
  const columns = place ? await database.read('weather', { placeId: place.id, from, to, fields, level }) : nothing
  const { time, simulated } = columns
  const isReal = time.length > 0 && !simulated
  return {
    controllerId,
    placeId: place?.id ?? null,
    level,
    ...columns,
    providers: isReal ? weatherProviders(time[0]!, time.at(-1)! + 1) : [],
    loadedAt: place?.loaded_at ? new Date(Number(place.loaded_at)).toISOString() : null,
    problem: row.latitude === null ? 'no_location' : problemOf(place, weather.available, time.length > 0),
  }
}

function problemOf(place: WeatherPlaceRow | undefined, available: boolean, isShown: boolean): WeatherProblem | null {
  if (!available) return isShown ? null : 'off'
  if (place?.problem) return place.problem as WeatherProblem
  return isShown || place?.loaded_at ? null : 'not_loaded'
}

/** Returns both grassland temperature sums of a transmitter in a year. Throws 404 `controller_not_found`. */
export async function showGrassland(
  { database, clock }: WeatherDeps,
  account: SignedIn,
  { controllerId, year }: InferOutput<typeof GrasslandQuery>,
): Promise<Grassland> {
  const { row } = await requireController(database.db, account, controllerId, 'read')
  const place = await selectPlaceOf(database.db, controllerId)
  const zone = await zoneOf(database.db, row.primary_region_id)
  const sums = await database.read('grassland', {
    controllerId,
    placeId: place?.id ?? null,
    year,
    zone,
    now: Math.floor(clock.now() / 1000),
  })
  return { controllerId, year, mark: GRASSLAND_MARK, ...sums }
}
