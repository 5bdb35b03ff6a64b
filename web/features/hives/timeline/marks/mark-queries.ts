import { queryOptions } from '@tanstack/react-query'
import type { Alarm, WeightJump } from '#domain/alerts/alarm.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { OfflineError } from '../../../../api/api-error.ts'
import { api, call } from '../../../../api/client.ts'
import type { TimeSpan } from '../../../../charts/points/align-series.ts'
import { queryClient } from '../../../../offline/query-cache.ts'
import { type Asked, type Flags, keepFlags, keptFlags } from './kept-flags.ts'

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** Widens a span to whole days, so that moving the chart a little requests nothing. */
function daysOf({ from, to }: TimeSpan) {
  return {
    from: iso(Math.floor(from / DAY_SECONDS) * DAY_SECONDS),
    to: iso((Math.floor(to / DAY_SECONDS) + 1) * DAY_SECONDS),
  }
}

/** Alarms of these scales in the days of the span; without a network, those seen before. */
export function alarmsInSpan(scaleIds: readonly number[], span: TimeSpan, enabled: boolean) {
  const asked = { scaleIds, ...daysOf(span) }
  const query = { scales: scaleIds.join(','), from: asked.from, to: asked.to }
  return queryOptions({
    queryKey: ['alarm', 'span', query],
    queryFn: () => orSeenBefore('alarms', asked, () => call(api.alarm.$get({ query }))),
    enabled: enabled && scaleIds.length > 0,
    placeholderData: (previous: Alarm[] | undefined) => previous ?? keptFlags(queryClient, 'alarms', asked),
    refetchOnReconnect: 'always',
  })
}

/** Weight jumps of these scales in the days of the span; without a network, those seen before. */
export function jumpsInSpan(scaleIds: readonly number[], span: TimeSpan, enabled: boolean) {
  const asked = { scaleIds, ...daysOf(span) }
  const query = { scales: scaleIds.join(','), from: asked.from, to: asked.to }
  return queryOptions({
    queryKey: ['jump', 'span', query],
    queryFn: () => orSeenBefore('jumps', asked, () => call(api.jump.$get({ query }))),
    enabled: enabled && scaleIds.length > 0,
    placeholderData: (previous: WeightJump[] | undefined) => previous ?? keptFlags(queryClient, 'jumps', asked),
    refetchOnReconnect: 'always',
  })
}

async function orSeenBefore<Kind extends keyof Flags>(
  kind: Kind,
  asked: Asked,
  ask: () => Promise<Flags[Kind]>,
): Promise<Flags[Kind]> {
  try {
    const flags = await ask()
    keepFlags(queryClient, kind, asked, flags)
    return flags
  } catch (error) {
    if (error instanceof OfflineError) return keptFlags(queryClient, kind, asked)
    throw error
  }
}
