import { tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { type WeatherSource, weatherSources } from '#domain/insight/weather.ts'
import {
  decodeWeatherMonth,
  emptyWeatherMonth,
  encodeWeatherMonth,
  mergeWeather,
  type WeatherHours,
} from '#domain/insight/weather-month.ts'
import type { Deps } from '../../deps.ts'
import { flag } from '../../platform/db/flag.ts'
import { putMonth, selectMonths } from './weather-queries.ts'

/** Merges hours into the months of a place, all or nothing; see `mergeWeather` for what replaces what. */
export async function storeWeather(
  { database: { db } }: Pick<Deps, 'database'>,
  placeId: number,
  hours: WeatherHours,
  source: Exclude<WeatherSource, 'none'>,
  settledBefore = 0,
): Promise<void> {
  const first = hours.time[0]
  const last = hours.time.at(-1)
  if (first === undefined || last === undefined) return
  await db.transaction().execute(async (transaction) => {
    const rows = await selectMonths(transaction, placeId, tileSpan('hour', first).from, last + 1)
    const known = new Map(rows.map(({ from, bytes }) => [Number(from), bytes]))
    for (let span = tileSpan('hour', first); span.from <= last; span = tileSpan('hour', span.to)) {
      const bytes = known.get(span.from)
      const before = bytes ? decodeWeatherMonth(bytes) : emptyWeatherMonth(span.from)
      const month = mergeWeather(before, hours, source, settledBefore)
      const archived = flag(month.source.every((one) => one === weatherSources.archive))
      await putMonth(transaction, { place_id: placeId, from: span.from, bytes: encodeWeatherMonth(month), archived })
    }
  })
}
