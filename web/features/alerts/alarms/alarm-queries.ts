import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../../../api/client.ts'
import { keptOffline } from '../../../offline/query-cache.ts'

export const alarmKey = ['alarm']

/** What waits for a look. */
export const openAlarmsQuery = queryOptions({
  queryKey: [...alarmKey, 'open'],
  queryFn: () => call(api.alarm.$get({ query: { open: '1' } })),
  ...keptOffline,
})

/** Everything of the last 30 days, newest first. */
export const recentAlarmsQuery = queryOptions({
  queryKey: [...alarmKey, 'recent'],
  queryFn: () => call(api.alarm.$get({ query: {} })),
  ...keptOffline,
})
