import type { Kysely } from 'kysely'
import { ruleQuantityForms, type WeatherQuantity } from '#domain/alerts/rule-quantity.ts'
import type { WeatherField } from '#domain/insight/weather.ts'
import type { ReadAir } from '../../alerts/rules/read-rule-episodes.ts'
import type { Tables } from '../../store/tables.ts'
import { readWeather } from './read-weather.ts'
import { selectPlaceOf } from './weather-queries.ts'

const fieldOf: Record<WeatherQuantity, WeatherField> = {
  airTemperature: 'temperature',
  airHumidity: 'humidity',
  rain: 'precipitation',
  wind: 'windSpeed',
  pressure: 'pressure',
}

/** Returns the hourly weather of a transmitter's place for its rules; empty if it has no place. */
export const readAir: ReadAir = async (db: Kysely<Tables>, { controllerId, from, to, quantities }) => {
  const place = await selectPlaceOf(db, controllerId)
  if (!place) return []
  const fields = quantities.map((quantity) => fieldOf[quantity])
  const weather = await readWeather(db, { placeId: place.id, from, to, fields, level: 'hour' })
  return weather.time.map((time, row) => ({
    time,
    values: Object.fromEntries(
      quantities.flatMap((quantity) => {
        const value = weather.fields[fieldOf[quantity]]?.[row]
        return value == null ? [] : [[quantity, Math.round(value * ruleQuantityForms[quantity].perUnit)]]
      }),
    ),
  }))
}
