import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { withPendingMutes } from '#domain/alerts/pending-mutes.ts'
import type { DashboardController } from '#domain/insight/dashboard.ts'
import { api, call } from '../../../api/client.ts'
import { useUnsent } from '../../../offline/outbox.ts'
import { keptOffline } from '../../../offline/query-cache.ts'

const REFRESH_MS = 300_000

/** Own and watched transmitters with their scales: everything the three modes show. */
export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: () => call(api.dashboard.$get()),
  refetchInterval: REFRESH_MS,
  refetchOnMount: 'always',
  ...keptOffline,
})

/** All of it, with what was muted on this device, sent or not. */
export function useDashboard(): UseQueryResult<DashboardController[]> {
  const answer = useQuery(dashboardQuery)
  const unsent = useUnsent()
  const data = useMemo(
    () =>
      answer.data?.map((controller) => ({
        ...controller,
        mutes: withPendingMutes(controller.mutes, unsent).filter(({ controllerId }) => controllerId === controller.id),
      })),
    [answer.data, unsent],
  )
  return { ...answer, data } as UseQueryResult<DashboardController[]>
}
