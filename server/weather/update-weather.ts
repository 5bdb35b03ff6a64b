import { EARLIEST_TIME_SECONDS } from '#domain/reading.ts'
import { DAY_SECONDS, tileSpan } from '#domain/timeline-tile.ts'
import { decodeWeatherMonth } from '#domain/weather-month.ts'
import type { Deps } from '../http/deps.ts'
import { type WeatherServiceCode, WeatherServiceError } from '../platform/weather-service.ts'
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

/** What an archive does not know after so many days it never will. */
const SETTLED_DAYS = 30
const FORECAST_AGAIN_DAYS = 7
const FORECAST_MOST_DAYS = 92

type WeatherDeps = Pick<Deps, 'database' | 'clock' | 'logger' | 'weather'>
type Wanted = {
  /** Only the place of this transmitter. */
  controllerId?: number | null
  /** Epoch seconds: ask the archive for these days again, whatever is known. */
  span?: DaySpan | undefined
  signal?: AbortSignal | undefined
  progress?: (done: number) => void
}

/**
 * Brings the weather of all places up to date: what the archive has by now and is not from there yet, from the begin of a place
 * on, then the last days and tomorrow as forecast. What fails at one place does not keep the others from theirs. Answers how
 * many places there are, and why which of them lack something.
 */
export async function updateWeather(
  deps: WeatherDeps,
  wanted: Wanted = {},
): Promise<{ places: number; problems: Map<number, WeatherServiceCode> }> {
  const { database, clock, logger, weather } = deps
  const { signal, progress = () => undefined } = wanted
  const { db } = database
  await placeControllers(deps)
  const problems = new Map<number, WeatherServiceCode>()
  if (!weather.available) return { places: 0, problems }
  const places = await placesFor(deps, wanted)
  const settledBefore = dayOf(clock.now() / 1000) - SETTLED_DAYS * DAY_SECONDS

  const archives = await planArchives(deps, places, wanted.span)
  const steps = archives.length + places.length
  let done = 0
  const step = (count: number) => {
    done += count
    progress(steps === 0 ? 1 : done / steps)
  }
  const failed = (place: WeatherPlaceRow, error: unknown) => {
    if (!(error instanceof WeatherServiceError)) throw error
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
  const forecasts = await planForecasts(deps, places)
  await askTogether(forecasts, {
    ask: (group, { from, to }) => weather.forecast(group, (to - from) / DAY_SECONDS, signal),
    store: (place, hours) => storeWeather(deps, place.id, hours, 'forecast'),
    failed,
    step,
  })
  for (const { id } of places) {
    const problem = problems.get(id)
    await noteUpdate(db, id, problem ? { problem } : { loadedAt: clock.now() })
  }
  return { places: places.length, problems }
}

async function placesFor({ database: { db } }: WeatherDeps, { controllerId }: Wanted): Promise<WeatherPlaceRow[]> {
  if (controllerId === undefined || controllerId === null) return selectPlaces(db)
  const place = await selectPlaceOf(db, controllerId)
  return place ? [place] : []
}

async function planArchives(
  { database: { db }, clock }: WeatherDeps,
  places: readonly WeatherPlaceRow[],
  again: DaySpan | undefined,
): Promise<Question[]> {
  const activations = await selectFirstActivations(db)
  const questions: Question[] = []
  for (const place of places) {
    const from = weatherBegin(clock.now(), activations.get(place.id), EARLIEST_TIME_SECONDS)
    const span = { from, to: archiveEnd(clock.now()) }
    const archived = await selectArchivedMonths(db, place.id)
    const months = await openMonths(db, place.id, span, archived)
    const days = new Set(daysBelow(months, span, 'archive', (month) => archived.has(month)))
    if (again) {
      const begin = Math.max(dayOf(again.from), EARLIEST_TIME_SECONDS)
      for (let day = begin; day < Math.min(again.to, span.to); day += DAY_SECONDS) days.add(day)
    }
    const rising = [...days].sort((a, b) => a - b)
    for (const one of joinDays(rising)) questions.push({ place, span: one })
  }
  return questions
}

/** The last days once more, since forecasts get better, and as far back as an hour is not known at all. */
async function planForecasts({ database: { db }, clock }: WeatherDeps, places: readonly WeatherPlaceRow[]) {
  const today = dayOf(clock.now() / 1000)
  const questions: Question[] = []
  for (const place of places) {
    const span = { from: today - FORECAST_MOST_DAYS * DAY_SECONDS, to: today }
    const [unknown = today] = daysBelow(await openMonths(db, place.id, span, new Set()), span, 'forecast')
    questions.push({ place, span: { from: Math.min(unknown, today - FORECAST_AGAIN_DAYS * DAY_SECONDS), to: today } })
  }
  return questions
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
