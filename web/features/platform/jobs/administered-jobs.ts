import { queryOptions } from '@tanstack/react-query'
import type { JobType } from '#domain/platform/job.ts'
import { api, call } from '../../../api/client.ts'

/** The jobs that administrators can start manually. Only those that `isPlaced` accepts take a transmitter or a period. */
export const startedByHand = ['WEATHER_UPDATE', 'REBUILD', 'BACKUP', 'RETENTION'] as const satisfies JobType[]
export type StartedByHand = (typeof startedByHand)[number]
export const isPlaced = (type: StartedByHand): boolean => type === 'WEATHER_UPDATE'

const FOUND = '10'

/** Transmitters whose name, number or owner matches these words. */
export const soughtControllersQuery = (q: string) =>
  queryOptions({
    queryKey: ['admin', 'soughtControllers', q],
    queryFn: async () => (await call(api.admin.controllers.$get({ query: { q, limit: FOUND } }))).items,
    enabled: q.length >= 2,
  })
