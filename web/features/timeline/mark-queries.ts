import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { DAY_SECONDS } from '#domain/timeline-tile.ts'
import { api, call } from '../../api/client.ts'
import type { TimeSpan } from '../../charts/align-series.ts'

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** Whole days around the span, so that moving the chart a little asks for nothing. */
function daysOf({ from, to }: TimeSpan) {
  return {
    from: iso(Math.floor(from / DAY_SECONDS) * DAY_SECONDS),
    to: iso((Math.floor(to / DAY_SECONDS) + 1) * DAY_SECONDS),
  }
}

/** Alarms of these scales in the days of the span. */
export function alarmsInSpan(scaleIds: readonly number[], span: TimeSpan, enabled: boolean) {
  const query = { scales: scaleIds.join(','), ...daysOf(span) }
  return queryOptions({
    queryKey: ['alarm', 'span', query],
    queryFn: () => call(api.alarm.$get({ query })),
    enabled: enabled && scaleIds.length > 0,
    placeholderData: keepPreviousData,
  })
}

/** Jumps of the weights of these scales in the days of the span. */
export function jumpsInSpan(scaleIds: readonly number[], span: TimeSpan, enabled: boolean) {
  const query = { scales: scaleIds.join(','), ...daysOf(span) }
  return queryOptions({
    queryKey: ['jump', 'span', query],
    queryFn: () => call(api.jump.$get({ query })),
    enabled: enabled && scaleIds.length > 0,
    placeholderData: keepPreviousData,
  })
}
