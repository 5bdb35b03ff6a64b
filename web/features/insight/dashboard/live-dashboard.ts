import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followLiveEvents } from '../../../api/live-events.ts'

const PAUSE_MS = 2000

/**
 * Runs `refresh` for news, one after the other: news that come while it runs cause one more afterwards, so that on a slow
 * network neither an answer is given up nor the last change missed. `pause` keeps a storm of news apart.
 */
export function afterNews(refresh: () => Promise<unknown>, pause: () => Promise<unknown>): () => void {
  let wanted = false
  let running = false
  return async () => {
    wanted = true
    if (running) return
    running = true
    while (wanted) {
      wanted = false
      await refresh()
      await pause()
    }
    running = false
  }
}

const dashboard = { queryKey: ['dashboard'] }

/** What was asked before the news may not have them yet: it is waited for, not given up, and asked again. */
const refetch = (client: QueryClient) => async () => {
  if (client.isFetching(dashboard) > 0) await client.refetchQueries(dashboard, { cancelRefetch: false })
  await Promise.all([client.invalidateQueries(dashboard), client.invalidateQueries({ queryKey: ['alarm'] })])
}

/** Keeps the dashboard and its alarms as new as the server's while it is in sight. */
export function useLiveDashboard(): void {
  const client = useQueryClient()
  useEffect(() => {
    const refresh = afterNews(refetch(client), () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS)))
    return followLiveEvents(({ type }) => {
      if (type !== 'job') refresh()
    })
  }, [client])
}
