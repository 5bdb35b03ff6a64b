import type { QueryClient } from '@tanstack/react-query'
import { proxy, snapshot, subscribe } from 'valtio'
import { isObject, oneOf } from '../../../api/read-fields.ts'
import { keptOffline } from '../../../offline/query-cache.ts'

export const dashboardModes = ['classic', 'bars', 'activity'] as const
export type DashboardMode = (typeof dashboardModes)[number]

export type DashboardState = { mode: DashboardMode }
const readMode = oneOf(...dashboardModes)

const KEY = ['dashboard-state']

/** The view settings of the dashboard, stored with the account's other answers, so that a sign-out forgets them. */
export function createDashboardState(client: QueryClient): DashboardState {
  const kept = client.getQueryData(KEY)
  const state = proxy<DashboardState>({ mode: (isObject(kept) && readMode(kept.mode)) || 'classic' })
  client.setQueryDefaults(KEY, keptOffline)
  subscribe(state, () => client.setQueryData<DashboardState>(KEY, snapshot(state)))
  return state
}
