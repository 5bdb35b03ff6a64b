import { DAY_SECONDS } from '#domain/timeline-tile.ts'
import { type Grassland, type Weather, type WeatherChoice, type WeatherField, weatherForms } from '#domain/weather.ts'
import type { ChartPanel, ChartSeries } from '../../charts/chart-series.ts'
import { makePoints, noPoints, type Points } from '../../charts/points.ts'

/** What stands in one panel: fields of one unit. */
export const weatherGroups = {
  air: ['temperature', 'apparentTemperature', 'dewPoint'],
  moisture: ['humidity', 'cloudCover'],
  precipitation: ['precipitation'],
  windSpeed: ['windSpeed'],
  windBearing: ['windBearing'],
  visibility: ['visibility'],
  pressure: ['pressure'],
} as const satisfies Record<string, readonly WeatherField[]>
export type WeatherGroup = keyof typeof weatherGroups | 'grassland'

export type PlaceWeather = { name: string; weather: Weather | undefined; grassland: readonly Grassland[] }

export type WeatherWords = {
  group: (group: WeatherGroup) => string
  choice: (choice: WeatherChoice) => string
  /** The line of the mark. */
  mark: (mark: number) => string
}

/** A panel for each unit that was chosen, in the order of the groups; the sums have a line at the mark. */
export function weatherPanels(
  choices: readonly WeatherChoice[],
  places: readonly PlaceWeather[],
  words: WeatherWords,
): ChartPanel[] {
  const nameOf = (label: string, { name }: PlaceWeather) => (places.length > 1 ? `${label}, ${name}` : label)
  const panels = (Object.keys(weatherGroups) as (keyof typeof weatherGroups)[]).flatMap((group): ChartPanel[] => {
    const fields = weatherGroups[group].filter((field) => choices.includes(field))
    const [first] = fields
    if (!first) return []
    const series = places.flatMap((place, at) =>
      fields.map(
        (field): ChartSeries => ({
          key: `weather-${at}-${field}`,
          label: nameOf(words.choice(field), place),
          slot: at * weatherGroups[group].length + (weatherGroups[group] as readonly string[]).indexOf(field),
          points: place.weather ? weatherPoints(place.weather, field) : noPoints,
        }),
      ),
    )
    if (series.length === 0) return []
    const { unit, digits } = weatherForms[first]
    return [{ id: `weather-${group}`, label: words.group(group), unit, digits, series, mode: 'value' }]
  })
  const sums = grasslandSeries(choices, places, words, nameOf)
  if (sums.length === 0) return panels
  const grassland = { id: 'weather-grassland', label: words.group('grassland'), unit: '°C', digits: 0 }
  return [...panels, { ...grassland, series: sums, mode: 'value' }]
}

/** Hours at their time, days in their middle. */
export function weatherPoints({ time, fields, level }: Weather, field: WeatherField): Points {
  const shift = level === 'day' ? DAY_SECONDS / 2 : 0
  return pointsOf(
    time.map((at) => at + shift),
    fields[field] ?? [],
  )
}

function grasslandSeries(
  choices: readonly WeatherChoice[],
  places: readonly PlaceWeather[],
  words: WeatherWords,
  nameOf: (label: string, place: PlaceWeather) => string,
): ChartSeries[] {
  const series: ChartSeries[] = []
  for (const place of places) {
    for (const one of place.grassland) {
      for (const [choice, { sums }] of [
        ['grasslandOnline', one.online],
        ['grasslandChip', one.chip],
      ] as const) {
        if (!choices.includes(choice)) continue
        const label = nameOf(`${words.choice(choice)} ${one.year}`, place)
        // a sum is that of the day's end
        const ends = one.time.map((begin) => begin + DAY_SECONDS)
        series.push({
          key: `${choice}-${place.name}-${one.year}`,
          label,
          slot: series.length,
          points: pointsOf(ends, sums),
        })
      }
    }
  }
  const all = places.flatMap(({ grassland }) => grassland)
  const [first] = all
  if (!first || series.length === 0) return series
  const begin = Math.min(...all.map(({ year }) => Date.UTC(year, 0) / 1000))
  const end = Math.max(...all.map(({ year }) => Date.UTC(year + 1, 0) / 1000))
  const line = { time: Float64Array.of(begin, end), value: Float64Array.of(first.mark, first.mark) }
  const points = { ...line, gap: Number.POSITIVE_INFINITY }
  return [...series, { key: 'grassland-mark', label: words.mark(first.mark), slot: series.length, points }]
}

function pointsOf(time: readonly number[], values: readonly (number | null)[]): Points {
  const known = time.flatMap((at, row) => {
    const value = values[row]
    return value === null || value === undefined ? [] : [[at, value] as const]
  })
  return makePoints(
    Float64Array.from(known, ([at]) => at),
    Float64Array.from(known, ([, value]) => value),
  )
}
