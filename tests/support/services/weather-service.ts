import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const DAY = 86_400
const HOUR = 3600

const units: Record<string, string> = {
  temperature_2m: '°C',
  relative_humidity_2m: '%',
  dew_point_2m: '°C',
  apparent_temperature: '°C',
  precipitation: 'mm',
  cloud_cover: '%',
  pressure_msl: 'hPa',
  visibility: 'm',
  wind_speed_10m: 'm/s',
  wind_direction_10m: '°',
}

export type WeatherQuestion = { path: string; query: URLSearchParams }

type Place = {
  latitude: number
  longitude: number
  hourly_units: Record<string, string>
  hourly: Record<string, (number | null)[]>
}

/** What to do with the next requests: `hang` never answers, a text is sent as it is, a function modifies a good answer. */
export type WeatherTrouble =
  | 'hang'
  | { status: number; text?: string }
  | { text: string }
  | ((places: Place[]) => unknown)

export type WeatherValue = (name: string, time: number, place: { latitude: number; archive: boolean }) => number | null

export type WeatherStation = Awaited<ReturnType<typeof startWeatherService>>

/** A plain day: 10 °C on average, 5 °C warmer at 14:00 UTC; the archive differs from the forecast by 0.5 °C. */
const plain: WeatherValue = (name, time, { archive }) => {
  const hour = (time % DAY) / HOUR
  const celsius = Math.round((10 + 5 * Math.cos(((hour - 14) / 24) * 2 * Math.PI) + (archive ? 0.5 : 0)) * 10) / 10
  const values: Record<string, number> = {
    temperature_2m: celsius,
    apparent_temperature: celsius - 1.5,
    dew_point_2m: 4,
    relative_humidity_2m: 60,
    precipitation: hour === 6 ? 1.2 : 0,
    cloud_cover: 40,
    pressure_msl: 1013.2,
    visibility: 24_140,
    wind_speed_10m: 2.5,
    wind_direction_10m: 225,
  }
  return values[name] ?? null
}

/**
 * Open-Meteo's forecast and archive on loopback: an object for one place, an array for several, unix times, and an archive that lacks the last five days. `now`
 * in epoch ms.
 */
export async function startWeatherService(now: () => number) {
  const questions: WeatherQuestion[] = []
  const troubles: WeatherTrouble[] = []
  const service = { value: plain, down: false }

  const server = createServer((request, response) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://127.0.0.1')
    questions.push({ path, query })
    if (service.down) return void response.writeHead(503).end()
    const trouble = troubles.shift()
    if (trouble === 'hang') return
    const json = { 'content-type': 'application/json' }
    if (trouble && 'status' in trouble) return void response.writeHead(trouble.status, json).end(trouble.text ?? '{}')
    if (trouble && 'text' in trouble) return void response.writeHead(200, json).end(trouble.text)
    const places = placesOf(path, query)
    const changed = typeof trouble === 'function' ? trouble(places) : places.length === 1 ? places[0] : places
    response.writeHead(200, json).end(JSON.stringify(changed))
  })

  function placesOf(path: string, query: URLSearchParams): Place[] {
    const archive = path === '/v1/archive'
    const today = Math.floor(now() / 1000 / DAY) * DAY
    const from = archive
      ? Date.parse(query.get('start_date')!) / 1000
      : today - Number(query.get('past_days') ?? 0) * DAY
    const to = archive
      ? Date.parse(query.get('end_date')!) / 1000 + DAY
      : today + Number(query.get('forecast_days') ?? 7) * DAY
    const time: number[] = []
    for (let hour = from; hour < to; hour += HOUR) time.push(hour)
    const names = query.get('hourly')!.split(',')
    const longitudes = query.get('longitude')!.split(',').map(Number)
    return query
      .get('latitude')!
      .split(',')
      .map((text, index) => {
        const latitude = Number(text)
        const hourly: Place['hourly'] = { time }
        for (const name of names) {
          hourly[name] = time.map((at) =>
            archive && at >= today - 4 * DAY ? null : service.value(name, at, { latitude, archive }),
          )
        }
        return {
          latitude: Math.round(latitude * 10) / 10,
          longitude: Math.round(longitudes[index]! * 10) / 10,
          hourly_units: { time: 'unixtime', ...Object.fromEntries(names.map((name) => [name, units[name]!])) },
          hourly,
        }
      })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    /** The value for `WEATHER_URL`. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    questions,
    service,
    plain,
    troubleNext: (...next: WeatherTrouble[]) => void troubles.push(...next),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
