import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { stillDue } from '#domain/alerts/pending-due.ts'
import { withPendingMutes } from '#domain/alerts/pending-mutes.ts'
import { withPendingVisits } from '#domain/alerts/pending-visits.ts'
import type { Visit } from '#domain/alerts/visit.ts'
import type { DashboardController } from '#domain/insight/dashboard.ts'
import { api, call } from '../../../api/client.ts'
import { followClock } from '../../../offline/device-clock.ts'
import { useUnsent } from '../../../offline/outbox.ts'
import { keptOffline, unlessJustCome } from '../../../offline/query-cache.ts'

const REFRESH_MS = 300_000

/** One's own and watched transmitters with their scales: everything the three modes show. */
export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: async () => {
    const askedAt = Date.now()
    const asked = api.dashboard.$get()
    followClock(await asked, askedAt)
    return call(asked)
  },
  refetchInterval: REFRESH_MS,
  refetchOnMount: unlessJustCome,
  ...keptOffline,
})

/** Returns the dashboard including mutes, visits and completed follow-ups changed on this device, sent or not. */
export function useDashboard(): UseQueryResult<DashboardController[]> {
  const answer = useQuery(dashboardQuery)
  const unsent = useUnsent()
  const data = useMemo(() => {
    const visits = withPendingVisits(answer.data?.flatMap(openVisit) ?? [], unsent)
    return answer.data?.map((controller) => ({
      ...controller,
      mutes: withPendingMutes(controller.mutes, unsent).filter(({ controllerId }) => controllerId === controller.id),
      visit: visits.find(({ controllerId, endedAt }) => controllerId === controller.id && !endedAt) ?? null,
      scales: controller.scales.map((scale) => (scale.due ? { ...scale, due: stillDue(scale.due, unsent) } : scale)),
    }))
  }, [answer.data, unsent])
  return { ...answer, data } as UseQueryResult<DashboardController[]>
}

const openVisit = ({ id, visit }: DashboardController): Visit[] =>
  visit ? [{ ...visit, controllerId: id, endedAt: null, endedBy: null, scales: [] }] : []
