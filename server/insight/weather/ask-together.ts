import type { WeatherHours } from '#domain/insight/weather-month.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { WeatherServiceError } from '../../platform/adapters/weather-service.ts'
import type { DaySpan } from './plan-archive.ts'
import type { WeatherPlaceRow } from './weather-queries.ts'

export type Question = { place: WeatherPlaceRow; span: DaySpan }

/** The maximum number of days, summed over places, in one call. */
const DAYS_A_CALL = 400
const PLACES_A_CALL = 50
/** After this many calls in a row without an answer the service is not asked again in this run. */
const SILENT_CALLS = 2

/**
 * Asks questions about the same span in one call. If a call for several places fails, each is asked alone, so that one place
 * does not spoil the others; if the service does not answer at all, the remaining questions fail without being asked.
 */
export async function askTogether(
  questions: readonly Question[],
  work: {
    ask(places: readonly WeatherPlaceRow[], span: DaySpan): Promise<WeatherHours[]>
    store(place: WeatherPlaceRow, hours: WeatherHours): Promise<void>
    failed(place: WeatherPlaceRow, error: unknown): void
    step(questions: number): void
  },
): Promise<void> {
  const waiting = groupsOf(questions)
  const storeOne = (place: WeatherPlaceRow, hours: WeatherHours) =>
    work.store(place, hours).catch((error: unknown) => work.failed(place, error))
  let silent = 0
  for (let group = waiting.shift(); group; group = waiting.shift()) {
    const { span, places } = group
    try {
      if (silent >= SILENT_CALLS) throw new WeatherServiceError('weather_unreachable', 'the service does not respond')
      const answers = await work.ask(places, span)
      silent = 0
      for (const [index, place] of places.entries()) await storeOne(place, answers[index]!)
    } catch (error) {
      const isSilent = error instanceof WeatherServiceError && error.code === 'weather_unreachable'
      if (isSilent) silent++
      else if (error instanceof WeatherServiceError && places.length > 1) {
        waiting.unshift(...places.map((place) => ({ span, places: [place] })))
        continue
      }
      for (const place of places) work.failed(place, error)
    }
    work.step(places.length)
  }
}

function groupsOf(questions: readonly Question[]): { span: DaySpan; places: WeatherPlaceRow[] }[] {
  const groups: { span: DaySpan; places: WeatherPlaceRow[] }[] = []
  const open = new Map<string, WeatherPlaceRow[]>()
  for (const { place, span } of questions) {
    const key = `${span.from} ${span.to}`
    const most = Math.min(PLACES_A_CALL, Math.max(1, Math.floor((DAYS_A_CALL * DAY_SECONDS) / (span.to - span.from))))
    const places = open.get(key)
    if (places && places.length < most) {
      places.push(place)
      continue
    }
    const fresh = [place]
    open.set(key, fresh)
    groups.push({ span, places: fresh })
  }
  return groups
}
