import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followLiveEvents } from '../../../api/live-events.ts'

const PAUSE_MS = 2000

/**
 * Returns a function that runs `refresh` for news, one run at a time. News that arrives during a run causes one more run afterwards,
 * so that on a slow network no answer is dropped and no change missed. `pause` limits how often it runs.
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

/** A request made before the news may not include it: wait for it rather than cancel it, then request again. */
const refetch = (client: QueryClient) => async () => {
  if (client.isFetching(dashboard) > 0) await client.refetchQueries(dashboard, { cancelRefetch: false })
  await Promise.all([client.invalidateQueries(dashboard), client.invalidateQueries({ queryKey: ['alarm'] })])
}

/** Keeps the dashboard and its alarms up to date with the server while mounted. */
export function useLiveDashboard(): void {
  const client = useQueryClient()
  useEffect(() => {
    const refresh = afterNews(refetch(client), () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS)))
    return followLiveEvents(({ type }) => {
      if (type !== 'job') refresh()
    })
  }, [client])
}
