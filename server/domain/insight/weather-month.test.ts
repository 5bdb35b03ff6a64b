import { describe, expect, it } from 'vitest'
import { ABSENT, TileError } from '../hives/tiles/timeline-tile.ts'
import { type WeatherField, weatherFields, weatherSources } from './weather.ts'
import {
  decodeWeatherMonth,
  emptyWeatherMonth,
  encodeWeatherMonth,
  mergeWeather,
  type WeatherHours,
} from './weather-month.ts'

const MAY = Date.UTC(2026, 4) / 1000
const HOUR = 3600

const hours = (
  first: number,
  columns: Partial<Record<WeatherField, (number | null)[]>>,
  count = Object.values(columns)[0]?.length ?? 0,
): WeatherHours => ({
  time: Array.from({ length: count }, (_, hour) => MAY + (first + hour) * HOUR),
  columns: Object.fromEntries(
    Object.entries(columns).map(([field, values]) => [field, Int32Array.from(values, (value) => value ?? ABSENT)]),
  ),
})

/** Weather that changes realistically, from a fixed sequence of numbers. */
function fullMonth() {
  let state = 7
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state / 2 ** 32
  }
  const month = emptyWeatherMonth(MAY)
  month.source.fill(weatherSources.archive)
  let celsius = 150
  let pressure = 10_132
  month.source.forEach((_, at) => {
    celsius += Math.round(12 * (next() - 0.5))
    pressure += Math.round(8 * (next() - 0.5))
    const value: Record<WeatherField, number> = {
      temperature: celsius * 10,
      apparentTemperature: celsius * 10 - 100 - Math.round(4 * next()) * 10,
      dewPoint: celsius * 10 - 300 - Math.round(6 * next()) * 10,
      humidity: 550 + Math.round(20 * next()) * 10,
      cloudCover: Math.round(100 * next()) * 10,
      precipitation: next() < 0.1 ? Math.round(20 * next()) : 0,
      windSpeed: 200 + Math.round(15 * next()) * 10,
      windBearing: 180 + Math.round(60 * next()),
      visibility: 10_000 + Math.round(70 * next()) * 200,
      pressure: pressure * 10,
    }
    for (const field of weatherFields) month.columns[field][at] = value[field]
  })
  return month
}

describe('the codec', () => {
  it('restores what it encoded, in few bytes', () => {
    const month = fullMonth()
    const bytes = encodeWeatherMonth(month)
    expect(decodeWeatherMonth(bytes)).toEqual(month)
    // so ten years of 500 places stay under 350 MB
    expect(bytes.length).toBeLessThan(5800)
  })

  it('keeps gaps, negative values and months of any length', () => {
    for (const from of [Date.UTC(2024, 1), Date.UTC(2025, 1), Date.UTC(2026, 11)]) {
      const month = emptyWeatherMonth(from / 1000)
      month.columns.temperature.set([-1250, ABSENT, 30], 5)
      month.columns.pressure.fill(101_320)
      month.source.set([3, 1, 2], 5)
      expect(decodeWeatherMonth(encodeWeatherMonth(month))).toEqual(month)
    }
    expect(emptyWeatherMonth(Date.UTC(2024, 1) / 1000).source).toHaveLength(29 * 24)
  })

  it('refuses bytes that are not a month', () => {
    const bytes = encodeWeatherMonth(fullMonth())
    expect(() => decodeWeatherMonth(bytes.subarray(0, bytes.length - 3))).toThrow(TileError)
    expect(() => decodeWeatherMonth(Uint8Array.from([9, ...bytes]))).toThrow(TileError)
    expect(() => decodeWeatherMonth(new Uint8Array(0))).toThrow(TileError)
  })
})

describe('mergeWeather', () => {
  const empty = emptyWeatherMonth(MAY)

  it('puts values at their hours and ignores those of other months', () => {
    const month = mergeWeather(empty, hours(-1, { temperature: [100, 200, 300] }), 'forecast')
    expect([...month.columns.temperature.subarray(0, 3)]).toEqual([200, 300, ABSENT])
    expect([...month.source.subarray(0, 3)]).toEqual([2, 2, 0])
    expect(empty.source[0]).toBe(0)
  })

  it('lets the archive replace a forecast, and never the other way round', () => {
    const forecast = hours(0, { temperature: [100, 110], visibility: [24_000, 25_000] })
    const archive = hours(0, { temperature: [105, null] })
    const late = mergeWeather(mergeWeather(empty, forecast, 'forecast'), archive, 'archive')
    expect([...late.columns.temperature.subarray(0, 2)]).toEqual([105, 110])
    expect([...late.columns.visibility.subarray(0, 2)]).toEqual([24_000, 25_000])
    expect([...late.source.subarray(0, 2)]).toEqual([3, 2])
    expect(mergeWeather(late, forecast, 'forecast').columns.temperature[0]).toBe(105)
    expect(mergeWeather(mergeWeather(empty, archive, 'archive'), forecast, 'forecast').columns).toEqual(late.columns)
  })

  it('updates a forecast with a later one without losing values that it lacks', () => {
    const first = mergeWeather(empty, hours(0, { temperature: [100], humidity: [500] }), 'forecast')
    const second = mergeWeather(first, hours(0, { temperature: [120], humidity: [null] }), 'forecast')
    expect([second.columns.temperature[0], second.columns.humidity[0]]).toEqual([120, 500])
  })

  it('replaces simulated values by real ones, never the other way round', () => {
    const simulated = hours(0, { temperature: [1, 2], pressure: [3, 4] })
    const month = mergeWeather(mergeWeather(empty, simulated, 'simulated'), hours(0, { temperature: [90] }), 'forecast')
    expect([month.columns.temperature[0], month.columns.pressure[0], month.source[0]]).toEqual([90, ABSENT, 2])
    expect([month.columns.temperature[1], month.source[1]]).toEqual([2, 1])
    expect(mergeWeather(month, simulated, 'simulated')).toEqual(month)
  })

  it('counts old hours that the archive lacks as archived', () => {
    const nulls = hours(0, { temperature: [null, null] })
    expect(mergeWeather(empty, nulls, 'archive', MAY + HOUR).source.subarray(0, 2)).toEqual(Int32Array.of(3, 0))
    expect(mergeWeather(empty, nulls, 'forecast', MAY + HOUR).source[0]).toBe(0)
  })
})
