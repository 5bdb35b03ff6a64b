import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { proxy, snapshot, subscribe } from 'valtio'
import { keptOffline } from '../../../offline/query-cache.ts'

export const dashboardModes = ['classic', 'bars', 'activity'] as const
export type DashboardMode = (typeof dashboardModes)[number]

const DashboardState = v.object({ mode: v.picklist(dashboardModes) })
export type DashboardState = v.InferOutput<typeof DashboardState>

const KEY = ['dashboard-state']

/** How the dashboard is looked at; kept with the account's other answers, so that a sign-out forgets it. */
export function createDashboardState(client: QueryClient): DashboardState {
  const kept = v.safeParse(DashboardState, client.getQueryData(KEY))
  const state = proxy<DashboardState>(kept.success ? { ...kept.output } : { mode: 'classic' })
  client.setQueryDefaults(KEY, keptOffline)
  subscribe(state, () => client.setQueryData<DashboardState>(KEY, snapshot(state)))
  return state
}
