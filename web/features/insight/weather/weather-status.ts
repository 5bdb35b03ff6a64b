import {
  type WeatherChoice,
  type WeatherProblem,
  type WeatherProvider,
  weatherFields,
} from '#domain/insight/weather.ts'
import { indexFrom } from '#domain/platform/index-from.ts'
import { OfflineError } from '../../../api/api-error.ts'
import type { TimeSpan } from '../../../charts/points/align-series.ts'
import type { PlaceWeather } from './place-weather.ts'
import { weatherPoints } from './weather-panels.ts'

/** Why there is nothing to see: the server's reason, no network, a failed request, or no data. */
export type WeatherLack = WeatherProblem | 'offline' | 'failed' | 'nothing'

export type SumStatus = {
  /** The transmitter's. */
  id: number
  name: string
  year: number
  from: 'grasslandOnline' | 'grasslandChip'
  reachedOn: string | null
  missingDays: number
  days: number
}

export type WeatherStatus = {
  /** `id` is the transmitter's. */
  lacks: { id: number; name: string; lack: WeatherLack }[]
  providers: WeatherProvider[]
  simulated: boolean
  sums: SumStatus[]
  loading: boolean
  retry: () => void
}

type Asked = {
  errors: readonly (Error | null)[]
  loading: boolean
  paused: boolean
  retry: () => void
}

/** Returns what to say about the weather in a span: what is missing and why, its source, and the state of the sums. */
export function weatherStatus({
  choices,
  places,
  span,
  weather,
  grassland,
}: {
  choices: readonly WeatherChoice[]
  places: readonly PlaceWeather[]
  span: TimeSpan
  weather: Asked
  grassland: Asked
}): WeatherStatus {
  const fields = weatherFields.filter((field) => choices.includes(field))
  const loading = weather.loading || grassland.loading
  const error = [...weather.errors, ...grassland.errors].find((one) => one !== null)
  const failure: WeatherLack | undefined =
    weather.paused || grassland.paused || error instanceof OfflineError ? 'offline' : error ? 'failed' : undefined
  const lacks = places.flatMap(({ id, name, weather: answer, grassland: sums }): WeatherStatus['lacks'] => {
    if (fields.length > 0 && !answer && failure) return [{ id, name, lack: failure }]
    if (fields.length === 0 && sums.length === 0 && failure) return [{ id, name, lack: failure }]
    if (!answer || loading) return []
    const isSeen = fields.some((field) => {
      const { time } = weatherPoints(answer, field)
      const first = time[indexFrom(time, span.from)]
      return first !== undefined && first <= span.to
    })
    return isSeen ? [] : [{ id, name, lack: answer.problem ?? ('nothing' as const) }]
  })
  return {
    lacks,
    providers: [...new Set(places.flatMap(({ weather: answer }) => answer?.providers ?? []))],
    simulated: places.some(
      ({ weather: answer, grassland: sums }) => answer?.simulated || sums.some(({ simulated }) => simulated),
    ),
    sums: places.flatMap(sumsOf).filter(({ from }) => choices.includes(from)),
    loading,
    retry: () => {
      weather.retry()
      grassland.retry()
    },
  }
}

const sumsOf = ({ id, name, grassland }: PlaceWeather): SumStatus[] =>
  grassland.flatMap(({ year, time, online, chip }) =>
    (
      [
        ['grasslandOnline', online],
        ['grasslandChip', chip],
      ] as const
    ).map(([from, { reachedOn, missingDays }]) => ({
      id,
      name,
      year,
      from,
      reachedOn,
      missingDays,
      days: time.length,
    })),
  )
