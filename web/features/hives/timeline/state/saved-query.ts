import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { keptOffline } from '../../../../offline/query-cache.ts'
import { type ChartQuery, chartQueryOf, readTimelineSearch } from './timeline-search.ts'

const KEY = ['timeline', 'saved-query'] as const

const Saved = v.looseObject({ expandedControllers: v.fallback(v.array(v.number()), []) })

/** What is kept of the chart: its address, and which transmitters are open in the tree. */
export type SavedChart = { query: ChartQuery; expandedControllers: number[] }

/** Keeps what the chart shows with the account's other answers, so that the navigation comes back to it and a sign-out forgets it. */
export function saveChart(client: QueryClient, { query, expandedControllers }: SavedChart): void {
  client.setQueryDefaults(KEY, keptOffline)
  client.setQueryData(KEY, { ...query, expandedControllers: [...expandedControllers] })
}

/** What the last visit kept; what another version of the app wrote is taken as far as it is understood. */
export function savedChart(client: QueryClient): SavedChart {
  const saved = v.safeParse(Saved, client.getQueryData(KEY))
  if (!saved.success) return { query: {}, expandedControllers: [] }
  const { expandedControllers, ...query } = saved.output
  return { query: chartQueryOf(readTimelineSearch(query)), expandedControllers }
}
