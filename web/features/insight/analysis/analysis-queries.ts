import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../../../api/client.ts'
import { keptOffline } from '../../../offline/query-cache.ts'

const yearOf = (year: number | undefined) => (year === undefined ? {} : { year: String(year) })

/** The season of all one's own and watched scales; the current one if no year is given. */
export const analysisQuery = (year: number | undefined) =>
  queryOptions({
    queryKey: ['analysis', year ?? 'now'],
    queryFn: () => call(api.analysis.$get({ query: yearOf(year) })),
    ...keptOffline,
  })

/** One scale's season with its days. */
export const scaleAnalysisQuery = (year: number, scaleId: number) =>
  queryOptions({
    queryKey: ['analysis', year, scaleId],
    queryFn: () => call(api.analysis.$get({ query: { year: String(year), scales: String(scaleId), days: 'true' } })),
  })

/** The mean daily gains of the hives in the region; fails if the transmitter has no region. */
export const regionDaysQuery = (controllerId: number, { from, to }: { from: string; to: string }) =>
  queryOptions({
    queryKey: ['analysis', 'region', controllerId, from],
    queryFn: () => call(api.regionaverage.$get({ query: { controllerId: String(controllerId), from, to } })),
    retry: false,
  })
