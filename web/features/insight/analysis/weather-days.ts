import type { Weather } from '#domain/insight/weather.ts'

/** Mean temperature in °C and rain in mm of a day (UTC); null if unknown. */
export type WeatherDay = { temperature: number | null; rainMm: number | null }

const HOURS = 24

/** Returns the weather by date, computed from daily means. */
export function weatherDays({ time, fields }: Pick<Weather, 'time' | 'fields'>): Map<string, WeatherDay> {
  return new Map(
    time.map((seconds, day) => {
      const perHour = fields.precipitation?.[day] ?? null
      return [
        new Date(seconds * 1000).toISOString().slice(0, 10),
        { temperature: fields.temperature?.[day] ?? null, rainMm: perHour === null ? null : perHour * HOURS },
      ]
    }),
  )
}

/** Returns the weather of a month (yyyy-mm): the mean temperature of its days, and all its rain. */
export function weatherOfMonth(days: ReadonlyMap<string, WeatherDay>, month: string): WeatherDay {
  const own = [...days].flatMap(([date, day]) => (date.startsWith(`${month}-`) ? [day] : []))
  const known = own.flatMap(({ temperature }) => (temperature === null ? [] : [temperature]))
  const rain = own.flatMap(({ rainMm }) => (rainMm === null ? [] : [rainMm]))
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return {
    temperature: known.length === 0 ? null : sum(known) / known.length,
    rainMm: rain.length === 0 ? null : sum(rain),
  }
}
