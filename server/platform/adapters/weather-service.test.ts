import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { ABSENT } from '#domain/hives/tiles/timeline-tile.ts'
import {
  startWeatherService,
  type WeatherStation,
  type WeatherTrouble,
} from '../../../tests/support/services/weather-service.ts'
import { readConfig } from '../config/config.ts'
import { createWeatherService, type WeatherService } from './weather-service.ts'

const NOW = Date.parse('2026-05-10T10:00:00Z')
const clock = { now: () => NOW }
const bern = { latitude: 46.94809, longitude: 7.44744 }
const basel = { latitude: 47.55839, longitude: 7.57327 }

let station: WeatherStation
let service: WeatherService

beforeEach(async () => {
  station = await startWeatherService(() => NOW)
  service = serviceOf({ maximumBytes: 200_000 })
})
afterEach(() => station.close())

const serviceOf = (limits: { timeoutMs?: number; maximumBytes?: number }) =>
  createWeatherService({ url: station.url, archiveUrl: station.url, apiKey: undefined }, { clock, ...limits })

describe('the weather service', () => {
  it('asks for all fields in our units and reads them as integers', async () => {
    const [hours] = await service.forecast([bern], 7)
    const { path, query } = station.questions[0]!
    expect(path).toBe('/v1/forecast')
    expect(Object.fromEntries(query)).toMatchObject({
      latitude: '46.948',
      longitude: '7.447',
      timeformat: 'unixtime',
      wind_speed_unit: 'ms',
      past_days: '7',
      forecast_days: '2',
    })
    expect(query.get('hourly')!.split(',')).toHaveLength(10)
    expect(query.has('apikey')).toBe(false)
    expect(hours!.time).toHaveLength(9 * 24)
    expect(hours!.time[0]).toBe(Date.parse('2026-05-03T00:00:00Z') / 1000)
    const at = 14
    const values = Object.fromEntries(Object.entries(hours!.columns).map(([field, column]) => [field, column[at]]))
    expect(values).toEqual({
      temperature: 1500,
      apparentTemperature: 1350,
      dewPoint: 400,
      humidity: 600,
      cloudCover: 400,
      precipitation: 0,
      windSpeed: 250,
      windBearing: 225,
      visibility: 24_140,
      pressure: 101_320,
    })
    expect(hours!.columns.precipitation![6]).toBe(12)
  })

  it('asks the archive by days, without the visibility that it does not have', async () => {
    const span = { from: '2026-05-01', to: '2026-05-06', model: 'era5_seamless' }
    const [hours] = await service.archive([bern], span)
    const { path, query } = station.questions[0]!
    expect([path, query.get('start_date'), query.get('end_date'), query.get('models')]).toEqual([
      '/v1/archive',
      '2026-05-01',
      '2026-05-06',
      'era5_seamless',
    ])
    expect(query.get('hourly')).not.toContain('visibility')
    expect(hours!.columns.visibility).toBeUndefined()
    expect(hours!.columns.temperature![5 * 24 - 1]).not.toBe(ABSENT)
    expect(hours!.columns.temperature![5 * 24]).toBe(ABSENT)
  })

  it('asks for several places in one call and keeps their order', async () => {
    station.service.value = (name, time, place) =>
      name === 'temperature_2m' ? Math.round(place.latitude) : station.plain(name, time, place)
    const answers = await service.forecast([basel, bern], 1)
    expect(answers.map(({ columns }) => columns.temperature![0])).toEqual([4800, 4700])
    expect(station.questions).toHaveLength(1)
  })

  it('sends its key', async () => {
    const keyed = createWeatherService({ url: station.url, archiveUrl: station.url, apiKey: 'k-1' }, { clock })
    await keyed.forecast([bern], 1)
    expect(station.questions[0]!.query.get('apikey')).toBe('k-1')
  })

  type Place = Parameters<Extract<WeatherTrouble, (...all: never[]) => unknown>>[0][0]
  const changed =
    (change: (place: Place) => unknown): WeatherTrouble =>
    (places) => {
      change(places[0]!)
      return places[0]
    }
  const units = (more: Record<string, string>) => changed(({ hourly_units }) => Object.assign(hourly_units, more))
  const value = (name: string, row: number, is: unknown) =>
    changed(({ hourly }) => Object.assign(hourly[name]!, { [row]: is }))
  const moved = (days: number) =>
    changed(({ hourly }) => {
      hourly.time = hourly.time!.map((at) => at! + days * 86_400)
    })
  const garbled: [string, WeatherTrouble][] = [
    ['no JSON', { text: '<html>maintenance</html>' }],
    ['nothing', { text: '' }],
    ['an answer cut off', { text: '{"latitude":46.9,"longitude":7.4,"hourly":{"time":[1' }],
    ['an empty object', { text: '{}' }],
    ['an empty list', { text: '[]' }],
    ['an answer without hours', changed((place) => Object.assign(place, { hourly: { time: [] } }))],
    ['a column that is too short', changed(({ hourly }) => hourly.temperature_2m!.pop())],
    ['a column that is missing', changed(({ hourly }) => delete hourly.pressure_msl)],
    ['wind in km/h', units({ wind_speed_10m: 'km/h' })],
    ['degrees Fahrenheit', units({ temperature_2m: '°F' })],
    ['times as text', units({ time: 'iso8601' })],
    ['half hours', value('time', 3, Date.parse('2026-05-09T03:30:00Z') / 1000)],
    ['times out of order', value('time', 3, Date.parse('2026-05-09T02:00:00Z') / 1000)],
    ['hours of another year', moved(365)],
    ['hours of last year', moved(-365)],
    ['an hour in three thousand years', value('time', 71, Date.parse('5026-01-01T00:00:00Z') / 1000)],
    ['an impossible value', value('temperature_2m', 5, 451)],
    ['a word for a value', value('relative_humidity_2m', 5, 'dry')],
    ['another place', changed((place) => Object.assign(place, { latitude: -33.9 }))],
    ['more places than asked for', (places) => [...places, ...places]],
    ['too much', { text: `{"reason":"${'x'.repeat(200_000)}"}` }],
  ]
  test.each(garbled)('rejects all of %s', async (_, trouble) => {
    station.troubleNext(trouble)
    await expect(service.forecast([bern], 1)).rejects.toMatchObject({ code: 'weather_garbled' })
  })

  test.each<[string, WeatherTrouble, string]>([
    ['a fault of the service', { status: 500 }, 'weather_unreachable'],
    ['too many requests', { status: 429 }, 'weather_unreachable'],
    ['a wrong request', { status: 400, text: '{"error":true,"reason":"no"}' }, 'weather_refused'],
    ['a wrong key', { status: 401 }, 'weather_refused'],
    ['a redirect', { status: 302 }, 'weather_refused'],
  ])('tells %s apart', async (_, trouble, code) => {
    station.troubleNext(trouble)
    await expect(service.forecast([bern], 1)).rejects.toMatchObject({ code })
  })

  it('does not wait for an answer too long', async () => {
    station.troubleNext('hang')
    await expect(serviceOf({ timeoutMs: 300 }).forecast([bern], 1)).rejects.toMatchObject({
      code: 'weather_unreachable',
    })
  })

  it('says if a name leads nowhere, nobody listens, or weather is off', async () => {
    const at = (url: string | undefined) =>
      createWeatherService({ url, archiveUrl: url ?? '', apiKey: undefined }, { clock })
    await expect(at('http://nowhere.invalid').forecast([bern], 1)).rejects.toMatchObject({
      code: 'weather_unreachable',
    })
    await expect(at('http://127.0.0.1:9').forecast([bern], 1)).rejects.toMatchObject({ code: 'weather_unreachable' })
    expect(at(undefined).available).toBe(false)
    await expect(at(undefined).forecast([bern], 1)).rejects.toMatchObject({ code: 'weather_refused' })
  })

  it('ends when its signal fires', async () => {
    station.troubleNext('hang')
    const ending = new AbortController()
    const asked = service.forecast([bern], 1, ending.signal)
    ending.abort(new Error('cancelled'))
    await expect(asked).rejects.toThrow('cancelled')
  })
})

test.each([
  [{}, 'https://api.open-meteo.com', 'https://archive-api.open-meteo.com'],
  [{ WEATHER_URL: 'http://10.0.0.5:8080/' }, 'http://10.0.0.5:8080', 'http://10.0.0.5:8080'],
  [
    { WEATHER_URL: 'https://a.example', WEATHER_ARCHIVE_URL: 'https://b.example/' },
    'https://a.example',
    'https://b.example',
  ],
  [{ WEATHER_URL: 'off' }, undefined, 'off'],
])('the settings %j lead to %s and %s', (environment, url, archiveUrl) => {
  expect(readConfig(environment).weather).toEqual({ url, archiveUrl, apiKey: undefined })
})

test('an invalid address stops the start, naming the setting', () => {
  expect(() => readConfig({ WEATHER_URL: 'open-meteo' })).toThrow(/^WEATHER_URL is .*an http or https address, or off/)
})
