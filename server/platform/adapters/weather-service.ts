import type { Location } from '#domain/hives/controller.ts'
import type { WeatherHours } from '#domain/insight/weather-month.ts'
import { defined } from '#domain/platform/defined.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { Clock } from '../runtime/clock.ts'
import { networkReason } from './safe-fetch.ts'
import { readWeatherAnswer, type WeatherSpan } from './weather-answer.ts'

const TIMEOUT_MS = 30_000
const ANSWER_MAXIMUM_BYTES = 24 * 1024 * 1024
/** About 100 m: precise enough for the altitude in mountains, without giving the exact spot. */
const COORDINATE_DIGITS = 3

/** Today and tomorrow. */
const FORECAST_DAYS = 2

export type WeatherServiceCode = 'weather_garbled' | 'weather_refused' | 'weather_unreachable'

/** Why a weather service provided nothing; the message is for the log and contains no address. */
export class WeatherServiceError extends Error {
  override name = 'WeatherServiceError'
  readonly code: WeatherServiceCode

  constructor(code: WeatherServiceCode, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * A service that speaks Open-Meteo's protocol. Answers have one entry per place, in the requested order; an answer that is not complete and
 * plausible for all of them is discarded. Rejects with `WeatherServiceError`, or with the reason of `signal`.
 */
export type WeatherService = {
  available: boolean
  /** From `pastDays` days ago (0 to 92) until tomorrow, UTC. */
  forecast(places: readonly Location[], pastDays: number, signal?: AbortSignal): Promise<WeatherHours[]>
  /** UTC days (yyyy-mm-dd), both inclusive. */
  archive(
    places: readonly Location[],
    span: { from: string; to: string; model?: string | undefined },
    signal?: AbortSignal,
  ): Promise<WeatherHours[]>
}

export type WeatherServiceSettings = {
  /** Undefined if weather is switched off. */
  url: string | undefined
  archiveUrl: string
  apiKey: string | undefined
}

const archived = {
  temperature: 'temperature_2m',
  apparentTemperature: 'apparent_temperature',
  dewPoint: 'dew_point_2m',
  humidity: 'relative_humidity_2m',
  cloudCover: 'cloud_cover',
  precipitation: 'precipitation',
  windSpeed: 'wind_speed_10m',
  windBearing: 'wind_direction_10m',
  pressure: 'pressure_msl',
} as const
const forecasted = { ...archived, visibility: 'visibility' } as const

export function createWeatherService(
  { url, archiveUrl, apiKey }: WeatherServiceSettings,
  {
    clock,
    timeoutMs = TIMEOUT_MS,
    maximumBytes = ANSWER_MAXIMUM_BYTES,
  }: { clock: Clock; timeoutMs?: number; maximumBytes?: number },
): WeatherService {
  async function ask(
    base: string,
    asked: { names: Readonly<Record<string, string>>; places: readonly Location[]; span: WeatherSpan },
    more: Record<string, string>,
    signal?: AbortSignal,
  ): Promise<WeatherHours[]> {
    const { names, places } = asked
    const query = new URLSearchParams({
      latitude: places.map(({ latitude }) => latitude.toFixed(COORDINATE_DIGITS)).join(','),
      longitude: places.map(({ longitude }) => longitude.toFixed(COORDINATE_DIGITS)).join(','),
      hourly: Object.values(names).join(','),
      timeformat: 'unixtime',
      wind_speed_unit: 'ms',
      ...more,
      ...defined({ apikey: apiKey }),
    })
    const timeout = AbortSignal.timeout(timeoutMs)
    const text = await read(`${base}?${query}`, AbortSignal.any(signal ? [signal, timeout] : [timeout])).catch(
      (error) => {
        signal?.throwIfAborted()
        if (error instanceof WeatherServiceError) throw error
        throw new WeatherServiceError('weather_unreachable', networkReason(error))
      },
    )
    const answer = readWeatherAnswer(text, asked)
    if (typeof answer === 'string') throw new WeatherServiceError('weather_garbled', answer)
    return answer
  }

  async function read(address: string, signal: AbortSignal): Promise<string> {
    const response = await fetch(address, { signal, redirect: 'manual', headers: { accept: 'application/json' } })
    if (!response.ok) {
      await response.body?.cancel()
      const passing = response.status >= 500 || response.status === 429 || response.status === 408
      throw new WeatherServiceError(
        passing ? 'weather_unreachable' : 'weather_refused',
        `answered with ${response.status}`,
      )
    }
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      if (size > maximumBytes) throw new WeatherServiceError('weather_garbled', 'the response is too long')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  }

  return {
    available: url !== undefined,
    async forecast(places, pastDays, signal) {
      if (url === undefined) throw new WeatherServiceError('weather_refused', 'weather is switched off')
      const days = { past_days: String(pastDays), forecast_days: String(FORECAST_DAYS) }
      const today = Math.floor(clock.now() / 1000 / DAY_SECONDS) * DAY_SECONDS
      // by the service's clock it may already be the next day, or still the previous one
      const span = { from: today - (pastDays + 1) * DAY_SECONDS, to: today + (FORECAST_DAYS + 1) * DAY_SECONDS }
      return ask(`${url}/v1/forecast`, { names: forecasted, places, span }, days, signal)
    },
    async archive(places, { from, to, model }, signal) {
      if (url === undefined) throw new WeatherServiceError('weather_refused', 'weather is switched off')
      const days = { start_date: from, end_date: to, ...defined({ models: model }) }
      const span = { from: Date.parse(from) / 1000, to: Date.parse(to) / 1000 + DAY_SECONDS }
      return ask(`${archiveUrl}/v1/archive`, { names: archived, places, span }, days, signal)
    },
  }
}
