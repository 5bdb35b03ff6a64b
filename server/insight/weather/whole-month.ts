import { decodeWeatherMonth, type WeatherMonth } from '#domain/insight/weather-month.ts'
import { isDamaged } from '#domain/platform/damaged-error.ts'

/** Decodes a stored month; undefined if it is damaged. Such a month is a gap until it is repaired; all others are fine. */
export function wholeMonth(bytes: Uint8Array): WeatherMonth | undefined {
  try {
    return decodeWeatherMonth(bytes)
  } catch (error) {
    if (isDamaged(error)) return undefined
    throw error
  }
}
