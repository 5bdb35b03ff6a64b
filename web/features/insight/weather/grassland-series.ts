import type { Grassland, WeatherChoice } from '#domain/insight/weather.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { ChartSeries } from '../../../charts/plot/chart-series.ts'
import type { TimeSpan } from '../../../charts/points/align-series.ts'
import { makePoints, type Points } from '../../../charts/points/points.ts'
import { type PlaceWeather, placed } from './place-weather.ts'
import { pointsOf } from './points-of.ts'

export type GrasslandWords = {
  choice: (choice: WeatherChoice) => string
  /** The label of the mark's line. */
  mark: (mark: number) => string
}

/** Any longer after the mark was reached, its line would only compress the curves. */
const MARK_DAYS = 30

/** Returns the chosen sums of each year, drawn at the ends of the days, and the mark until some weeks after it was reached. */
export function grasslandSeries(
  choices: readonly WeatherChoice[],
  places: readonly PlaceWeather[],
  words: GrasslandWords,
  span: TimeSpan,
): ChartSeries[] {
  const series: ChartSeries[] = []
  places.forEach((place, at) => {
    for (const one of place.grassland) {
      for (const { choice, sums } of chosenSums(one, choices)) {
        series.push({
          key: `weather-${at}-${choice}-${one.year}`,
          label: placed(`${words.choice(choice)} ${one.year}`, place, places),
          slot: series.length,
          points: pointsOf(
            one.time.map((begin) => begin + DAY_SECONDS),
            sums,
          ),
        })
      }
    }
  })
  const all = places.flatMap(({ grassland }) => grassland)
  const line = markLine(all, choices, span)
  if (series.length === 0 || !line || !all[0]) return series
  return [...series, { key: 'weather-mark', label: words.mark(all[0].mark), slot: series.length, points: line }]
}

const chosenSums = ({ online, chip }: Grassland, choices: readonly WeatherChoice[]) =>
  [
    { choice: 'grasslandOnline' as const, ...online },
    { choice: 'grasslandChip' as const, ...chip },
  ].filter(({ choice }) => choices.includes(choice))

/** One point per day, so that it is read out wherever the cursor is; undefined if none of it is in view. */
function markLine(all: readonly Grassland[], choices: readonly WeatherChoice[], span: TimeSpan): Points | undefined {
  const ends = new Map<number, number>()
  for (const one of all) {
    const known = chosenSums(one, choices).filter(({ sums }) => sums.some((sum) => sum !== null))
    for (const { reachedOn } of known) {
      const reached = reachedOn ? Date.parse(reachedOn) / 1000 + MARK_DAYS * DAY_SECONDS : yearBegin(one.year + 1)
      ends.set(one.year, Math.max(ends.get(one.year) ?? 0, reached))
    }
  }
  const time = [...ends]
    .sort(([a], [b]) => a - b)
    .flatMap(([year, end]) => {
      const days = Math.floor((Math.min(end, yearBegin(year + 1)) - yearBegin(year)) / DAY_SECONDS)
      return Array.from({ length: days + 1 }, (_, day) => yearBegin(year) + day * DAY_SECONDS)
    })
    .filter((at, index, list) => at !== list[index - 1])
  if (!time.some((at) => at >= span.from && at <= span.to)) return undefined
  return makePoints(Float64Array.from(time), new Float64Array(time.length).fill(all[0]!.mark))
}

const yearBegin = (year: number): number => Date.UTC(year, 0) / 1000
