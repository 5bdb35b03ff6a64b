import type { QueryClient } from '@tanstack/react-query'
import { keptOffline } from '../../offline/query-cache.ts'
import type { ChartQuery } from './timeline-search.ts'

const KEY = ['timeline', 'saved-query'] as const

/** Keeps what the chart shows with the account's other answers, so that the navigation comes back to it and a sign-out forgets it. */
export function saveChartQuery(client: QueryClient, query: ChartQuery): void {
  client.setQueryDefaults(KEY, keptOffline)
  client.setQueryData<ChartQuery>(KEY, query)
}

export const savedChartQuery = (client: QueryClient): ChartQuery | undefined => client.getQueryData<ChartQuery>(KEY)
