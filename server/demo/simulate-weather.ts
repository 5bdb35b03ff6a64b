import { type WeatherField, weatherFields, weatherForms } from '#domain/insight/weather.ts'
import type { WeatherHours } from '#domain/insight/weather-month.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'

const YEAR_DAYS = 365.25
/** The day of the year, in mid-July, that is warmest on average. */
const WARMEST_DAY = 197

/** Invented weather of central Europe, the same at every start: hours from `from` until `to`, epoch seconds. */
export function simulateWeather(seed: number, from: number, to: number): WeatherHours {
  const time: number[] = []
  for (let hour = Math.ceil(from / HOUR_SECONDS) * HOUR_SECONDS; hour < to; hour += HOUR_SECONDS) time.push(hour)
  const hours = time.map((at) => weatherAt(seed, at))
  const columns = weatherFields.map((field): [WeatherField, Int32Array] => {
    const { perUnit, minimum, maximum } = weatherForms[field]
    const limited = (value: number) => Math.round(Math.min(maximum, Math.max(minimum, value)) * perUnit)
    return [field, Int32Array.from(hours, (values) => limited(values[field]))]
  })
  return { time, columns: Object.fromEntries(columns) }
}

/** The invented weather at a time in epoch seconds: °C, percent, mm, m/s, degrees, km and hPa. */
export function weatherAt(seed: number, at: number): Record<WeatherField, number> {
  const hour = (at % DAY_SECONDS) / HOUR_SECONDS
  const season = Math.cos(((at / DAY_SECONDS - WARMEST_DAY) / YEAR_DAYS) * 2 * Math.PI)
  const clouds = smooth(seed, at, 40)
  const high = smooth(seed + 1, at, 90)
  const daily = (2 + 4 * (1 - clouds)) * (0.7 + 0.3 * season) * Math.cos(((hour - 14) / 24) * 2 * Math.PI)
  const temperature = tenth(9.5 + 9.5 * season + 9 * (smooth(seed + 2, at, 70) - 0.5) + daily)
  const humidity = Math.round(Math.min(99, Math.max(28, 62 + 30 * clouds - 4 * daily - 8 * season)))
  const windSpeed = tenth(0.6 + 5 * smooth(seed + 3, at, 9) ** 2 + 3 * (1 - high) * clouds)
  const isWet = clouds > 0.72 && high < 0.6 && smooth(seed + 4, at, 3) > 0.45
  const dewPoint = tenth(Math.min(temperature, dewPointOf(temperature, humidity)))
  return {
    temperature,
    apparentTemperature: tenth(temperature - 0.5 * windSpeed + 0.06 * (humidity - 60)),
    dewPoint,
    humidity,
    cloudCover: Math.round(Math.min(100, Math.max(0, 150 * clouds - 25))),
    precipitation: isWet ? tenth(0.2 + 4 * unit(seed + 5, Math.floor(at / HOUR_SECONDS)) ** 3) : 0,
    windSpeed,
    windBearing: Math.round(360 * smooth(seed + 6, at, 30)) % 360,
    visibility: tenth(isWet ? 6 : 42 - 25 * clouds - 0.1 * humidity),
    pressure: tenth(1001 + 28 * high),
  }
}

const tenth = (value: number) => Math.round(value * 10) / 10

/** A curve from 0 to 1 that changes over a few hours: fixed values, smoothly interpolated. */
function smooth(seed: number, at: number, hours: number): number {
  const position = at / HOUR_SECONDS / hours
  const step = Math.floor(position)
  const share = position - step
  const blend = share * share * (3 - 2 * share)
  return unit(seed, step) * (1 - blend) + unit(seed, step + 1) * blend
}

/** Dew point in °C, by Magnus' formula with Sonntag's constants (over water). */
function dewPointOf(celsius: number, humidity: number): number {
  const strength = Math.log(humidity / 100) + (17.62 * celsius) / (243.12 + celsius)
  return (243.12 * strength) / (17.62 - strength)
}

/** A fixed number from 0 to 1 for a pair of integers (an integer hash based on Chris Wellons' lowbias32). */
export function unit(a: number, b: number): number {
  let x = (Math.imul(a, 0x9e3779b1) ^ b) >>> 0
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d)
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b)
  return ((x ^ (x >>> 16)) >>> 0) / 2 ** 32
}
