import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { keptOffline } from '../../../../offline/query-cache.ts'
import { type ChartQuery, chartQueryOf, readTimelineSearch } from './timeline-search.ts'

const KEY = ['timeline', 'saved-query'] as const

const Saved = v.looseObject({ expandedControllers: v.fallback(v.array(v.number()), []) })

/** What is saved of the chart: its address, and which transmitters are expanded in the tree. */
export type SavedChart = { query: ChartQuery; expandedControllers: number[] }

/** Saves what the chart shows with the account's other answers, so that navigation returns to it and a sign-out forgets it. */
export function saveChart(client: QueryClient, { query, expandedControllers }: SavedChart): void {
  client.setQueryDefaults(KEY, keptOffline)
  client.setQueryData(KEY, { ...query, expandedControllers: [...expandedControllers] })
}

/** Returns what the last visit saved; data from another version of the app is used as far as it is understood. */
export function savedChart(client: QueryClient): SavedChart {
  const saved = v.safeParse(Saved, client.getQueryData(KEY))
  if (!saved.success) return { query: {}, expandedControllers: [] }
  const { expandedControllers, ...query } = saved.output
  return { query: chartQueryOf(readTimelineSearch(query)), expandedControllers }
}
