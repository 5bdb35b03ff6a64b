import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../../../api/client.ts'
import { keptOffline } from '../../../offline/query-cache.ts'

/** Below the alarms: what changes one of these changes a course. */
const courseKey = ['alarm', 'course']

/** Swarms of the last months with what is to be done after them. Few, so all of them at once, and kept for the apiary. */
export const coursesQuery = queryOptions({
  queryKey: courseKey,
  queryFn: () => call(api.course.$get({ query: {} })),
  ...keptOffline,
})

/** One swarm, however long ago. */
export const courseQuery = (alarmId: number) =>
  queryOptions({
    queryKey: [...courseKey, alarmId],
    queryFn: () => call(api.alarm[':id'].course.$get({ param: { id: String(alarmId) } })),
  })
