import { EARLIEST_TIME_SECONDS } from '#domain/hives/reading.ts'
import { tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { decodeWeatherMonth } from '#domain/insight/weather-month.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { Deps } from '../../deps.ts'
import { type WeatherServiceCode, WeatherServiceError } from '../../platform/adapters/weather-service.ts'
import { askTogether, type Question } from './ask-together.ts'
import { placeControllers } from './place-controllers.ts'
import { archiveEnd, type DaySpan, dayOf, daysBelow, joinDays, modelOf, weatherBegin } from './plan-archive.ts'
import { storeWeather } from './store-weather.ts'
import {
  noteUpdate,
  selectArchivedMonths,
  selectFirstActivations,
  selectMonths,
  selectPlaceOf,
  selectPlaces,
  type WeatherPlaceRow,
} from './weather-queries.ts'

/** What the archive still lacks after this many days it never will have. */
const SETTLED_DAYS = 30
const FORECAST_AGAIN_DAYS = 7
const FORECAST_MOST_DAYS = 92

type WeatherDeps = Pick<Deps, 'database' | 'clock' | 'logger' | 'loops' | 'troubles' | 'weather'>
type Wanted = {
  /** Updates only the place of this transmitter. */
  controllerId?: number | null
  /** Epoch seconds: requests these days from the archive again, even if they are known. */
  span?: DaySpan | undefined
  signal?: AbortSignal | undefined
  progress?: (done: number) => void
}

/**
 * Brings the weather of all places up to date: from the archive, everything since a place's weather begins that it has
 * by now and that is not stored from there yet; then the last days and tomorrow as a forecast. A failure at one place
 * does not affect the others. Returns the number of places, and which of them lack something and why.
 */
export async function updateWeather(
  deps: WeatherDeps,
  wanted: Wanted = {},
): Promise<{ places: number; problems: Map<number, WeatherServiceCode> }> {
  const { database, clock, logger, loops, troubles, weather } = deps
  const { signal, progress = () => undefined } = wanted
  const { db } = database
  await placeControllers(deps)
  const problems = new Map<number, WeatherServiceCode>()
  if (!weather.available) return { places: 0, problems }
  const places = await placesFor(deps, wanted)
  const settledBefore = dayOf(clock.now() / 1000) - SETTLED_DAYS * DAY_SECONDS

  const broken = new Map<string, unknown>(places.map((place) => [nameOf(place), undefined]))
  const archives = await planEach(places, broken, await archivePlan(deps, wanted.span))
  const steps = archives.length + places.length
  let done = 0
  const step = (count: number) => {
    done += count
    progress(steps === 0 ? 1 : done / steps)
  }
  const failed = (place: WeatherPlaceRow, error: unknown) => {
    if (signal?.aborted) throw error
    if (!(error instanceof WeatherServiceError)) return void broken.set(nameOf(place), error)
    problems.set(place.id, error.code)
    logger.warn({ place: place.id, code: error.code, reason: error.message }, 'weather was not loaded')
  }
  await askTogether(archives, {
    ask: (group, { from, to }) => {
      const days = { from: dateOf(from), to: dateOf(to - DAY_SECONDS), model: modelOf({ from, to }) }
      return weather.archive(group, days, signal)
    },
    store: (place, hours) => storeWeather(deps, place.id, hours, 'archive', settledBefore),
    failed,
    step,
  })
  const forecasts = await planEach(places, broken, forecastPlan(deps))
  await askTogether(forecasts, {
    ask: (group, { from, to }) => weather.forecast(group, (to - from) / DAY_SECONDS, signal),
    store: (place, hours) => storeWeather(deps, place.id, hours, 'forecast'),
    failed,
    step,
  })
  for (const place of places) {
    const problem = problems.get(place.id)
    if (broken.get(nameOf(place)) !== undefined) continue
    await noteUpdate(db, place.id, problem ? { problem } : { loadedAt: clock.now() })
  }
  await loops('weather of places').note(broken)
  const isUnreachable = places.length > 0 && places.every(({ id }) => problems.get(id) === 'weather_unreachable')
  if (isUnreachable) await troubles.raise({ kind: 'weather_failing' })
  else await troubles.clear('weather_failing')
  return { places: places.length, problems }
}

async function placesFor({ database: { db } }: WeatherDeps, { controllerId }: Wanted): Promise<WeatherPlaceRow[]> {
  if (controllerId === undefined || controllerId === null) return selectPlaces(db)
  const place = await selectPlaceOf(db, controllerId)
  return place ? [place] : []
}

const nameOf = ({ id }: WeatherPlaceRow) => `place ${id}`

/** Returns the questions of all places, except those whose stored weather cannot be read. */
async function planEach(
  places: readonly WeatherPlaceRow[],
  broken: Map<string, unknown>,
  plan: (place: WeatherPlaceRow) => Promise<DaySpan[]>,
): Promise<Question[]> {
  const questions: Question[] = []
  for (const place of places) {
    try {
      for (const span of await plan(place)) questions.push({ place, span })
    } catch (error) {
      broken.set(nameOf(place), error)
    }
  }
  return questions
}

async function archivePlan({ database: { db }, clock }: WeatherDeps, again: DaySpan | undefined) {
  const activations = await selectFirstActivations(db)
  return async (place: WeatherPlaceRow): Promise<DaySpan[]> => {
    const from = weatherBegin(clock.now(), activations.get(place.id), EARLIEST_TIME_SECONDS)
    const span = { from, to: archiveEnd(clock.now()) }
    const archived = await selectArchivedMonths(db, place.id)
    const months = await openMonths(db, place.id, span, archived)
    const days = new Set(daysBelow(months, span, 'archive', (month) => archived.has(month)))
    if (again) {
      const begin = Math.max(dayOf(again.from), EARLIEST_TIME_SECONDS)
      for (let day = begin; day < Math.min(again.to, span.to); day += DAY_SECONDS) days.add(day)
    }
    return joinDays([...days].sort((a, b) => a - b))
  }
}

/** Requests the last days again, since forecasts improve, going back as far as hours are missing altogether. */
function forecastPlan({ database: { db }, clock }: WeatherDeps) {
  const today = dayOf(clock.now() / 1000)
  return async ({ id }: WeatherPlaceRow): Promise<DaySpan[]> => {
    const span = { from: today - FORECAST_MOST_DAYS * DAY_SECONDS, to: today }
    const [unknown = today] = daysBelow(await openMonths(db, id, span, new Set()), span, 'forecast')
    return [{ from: Math.min(unknown, today - FORECAST_AGAIN_DAYS * DAY_SECONDS), to: today }]
  }
}

async function openMonths(
  db: WeatherDeps['database']['db'],
  placeId: number,
  { from, to }: DaySpan,
  archived: ReadonlySet<number>,
) {
  const rows = await selectMonths(db, placeId, tileSpan('hour', from).from, to)
  return new Map(
    rows.flatMap((row) => (archived.has(Number(row.from)) ? [] : [[Number(row.from), decodeWeatherMonth(row.bytes)]])),
  )
}

const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)
