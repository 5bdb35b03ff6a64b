import { type Weather, type WeatherChoice, type WeatherField, weatherForms } from '#domain/insight/weather.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { ChartPanel, ChartSeries } from '../../../charts/plot/chart-series.ts'
import type { TimeSpan } from '../../../charts/points/align-series.ts'
import { noPoints, type Points } from '../../../charts/points/points.ts'
import { type GrasslandWords, grasslandSeries } from './grassland-series.ts'
import { type PlaceWeather, placed } from './place-weather.ts'
import { pointsOf } from './points-of.ts'

/** The panels, each with fields of one unit. */
const weatherGroups = {
  air: ['temperature', 'apparentTemperature', 'dewPoint'],
  moisture: ['humidity', 'cloudCover'],
  precipitation: ['precipitation'],
  windSpeed: ['windSpeed'],
  windBearing: ['windBearing'],
  visibility: ['visibility'],
  pressure: ['pressure'],
} as const satisfies Record<string, readonly WeatherField[]>
export type WeatherGroup = keyof typeof weatherGroups | 'grassland'

export type WeatherWords = GrasslandWords & { group: (group: WeatherGroup) => string }

/** Returns a panel for each chosen unit, in the order of the groups; the sums have a line at the mark while it matters. */
export function weatherPanels(
  choices: readonly WeatherChoice[],
  places: readonly PlaceWeather[],
  words: WeatherWords,
  span: TimeSpan,
): ChartPanel[] {
  const panels = (Object.keys(weatherGroups) as (keyof typeof weatherGroups)[]).flatMap((group): ChartPanel[] => {
    const fields = weatherGroups[group].filter((field) => choices.includes(field))
    const [first] = fields
    if (!first) return []
    const series = places.flatMap((place, at) =>
      fields.map(
        (field): ChartSeries => ({
          key: `weather-${at}-${field}`,
          label: placed(words.choice(field), place, places),
          slot: at * weatherGroups[group].length + (weatherGroups[group] as readonly string[]).indexOf(field),
          points: place.weather ? weatherPoints(place.weather, field) : noPoints,
        }),
      ),
    )
    if (series.length === 0) return []
    const { unit, digits } = weatherForms[first]
    return [{ id: `weather-${group}`, label: words.group(group), unit, digits, series, mode: 'value' }]
  })
  const sums = grasslandSeries(choices, places, words, span)
  if (sums.length === 0) return panels
  const grassland = { id: 'weather-grassland', label: words.group('grassland'), unit: '°C', digits: 0 }
  return [...panels, { ...grassland, series: sums, mode: 'value' }]
}

/** Places hourly values at their time, daily values at noon. */
export function weatherPoints({ time, fields, level }: Weather, field: WeatherField): Points {
  const shift = level === 'day' ? DAY_SECONDS / 2 : 0
  return pointsOf(
    time.map((at) => at + shift),
    fields[field] ?? [],
  )
}
