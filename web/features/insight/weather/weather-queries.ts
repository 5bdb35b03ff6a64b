import { queryOptions } from '@tanstack/react-query'
import { type Weather, type WeatherField, weatherLevel } from '#domain/insight/weather.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { api, call } from '../../../api/client.ts'
import type { TimeSpan } from '../../../charts/points/align-series.ts'
import { keptOffline } from '../../../offline/query-cache.ts'

const STEP_SECONDS = 8 * DAY_SECONDS
/** Longer or older spans are not stored on the device. */
const KEPT_DAYS = 32
const STALE_MS = 30 * 60_000

/** Returns what to request for a span: whole steps around it, so that moving the chart a little requests nothing. */
export function weatherRequest({ from, to }: TimeSpan) {
  const level = weatherLevel(from, to)
  if (level === 'hour') {
    const first = Math.floor(from / STEP_SECONDS) * STEP_SECONDS
    return { level, from: first, to: (Math.floor(to / STEP_SECONDS) + 1) * STEP_SECONDS }
  }
  const year = (seconds: number, more = 0) => Date.UTC(new Date(seconds * 1000).getUTCFullYear() + more, 0) / 1000
  return { level, from: year(from), to: year(to, 1) }
}

export const keptWeather = ['weather', 'kept'] as const

/** The weather where a transmitter is. `now` in epoch ms: weather near it is stored for offline use. */
export function weatherOf(controllerId: number, span: TimeSpan, fields: readonly WeatherField[], now: number) {
  const { level, from, to } = weatherRequest(span)
  const isKept = (to - from) / DAY_SECONDS <= KEPT_DAYS && to > now / 1000
  const query = {
    controllerId: String(controllerId),
    level,
    from: String(from),
    to: String(to),
    fields: fields.join(','),
  }
  return queryOptions({
    queryKey: [...(isKept ? keptWeather : ['weather', 'span']), controllerId, query],
    queryFn: () => call(api.weather.$get({ query })),
    // without a network the placeholder stays, and another place's weather would be taken for this one's
    placeholderData: (before: Weather | undefined) => (before?.controllerId === controllerId ? before : undefined),
    staleTime: STALE_MS,
    ...(isKept && keptOffline),
  })
}

/** A transmitter's grassland temperature sums of a year; this year's are stored for offline use. */
export function grasslandOf(controllerId: number, year: number, now: number) {
  const isKept = year === new Date(now).getFullYear()
  const query = { controllerId: String(controllerId), year: String(year) }
  return queryOptions({
    queryKey: ['weather', 'grassland', controllerId, year],
    queryFn: () => call(api.weather.grassland.$get({ query })),
    staleTime: STALE_MS,
    ...(isKept && keptOffline),
  })
}
