import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../../../api/client.ts'
import { keptOffline } from '../../../offline/query-cache.ts'

/** Below the alarms' key: whatever changes an alarm may change a course. */
const courseKey = ['alarm', 'course']

/** Swarms of the last months with their follow-ups. There are few, so all are loaded at once and kept for use at the apiary. */
export const coursesQuery = queryOptions({
  queryKey: courseKey,
  queryFn: () => call(api.course.$get({ query: {} })),
  ...keptOffline,
})

/** A single swarm of any age. */
export const courseQuery = (alarmId: number) =>
  queryOptions({
    queryKey: [...courseKey, alarmId],
    queryFn: () => call(api.alarm[':id'].course.$get({ param: { id: String(alarmId) } })),
  })
