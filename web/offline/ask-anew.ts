import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * After a change: asks anew for what it is about, also where the first answer is still on its way. That may be from before the change, and a
 * query that has nothing yet waits for it instead of asking again.
 */
export function askAnew(client: QueryClient, queryKey: QueryKey): void {
  const first = client
    .getQueryCache()
    .findAll({ queryKey })
    .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching')
  // not waited for: without a network that takes until it is back
  void client.invalidateQueries({ queryKey })
  for (const { queryKey, promise } of first)
    promise?.then(() => client.invalidateQueries({ queryKey, exact: true })).catch(() => undefined)
}
