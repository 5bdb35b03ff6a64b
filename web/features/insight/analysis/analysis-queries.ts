import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../../../api/client.ts'
import { keptOffline } from '../../../offline/query-cache.ts'

const yearOf = (year: number | undefined) => (year === undefined ? {} : { year: String(year) })

/** The season of all own and watched scales; without a year it is the current one. */
export const analysisQuery = (year: number | undefined) =>
  queryOptions({
    queryKey: ['analysis', year ?? 'now'],
    queryFn: () => call(api.analysis.$get({ query: yearOf(year) })),
    ...keptOffline,
  })

/** One scale with its days. */
export const scaleAnalysisQuery = (year: number, scaleId: number) =>
  queryOptions({
    queryKey: ['analysis', year, scaleId],
    queryFn: () => call(api.analysis.$get({ query: { year: String(year), scales: String(scaleId), days: 'true' } })),
  })

/** What the hives of the region gained by day; fails where the transmitter has no region. */
export const regionDaysQuery = (controllerId: number, { from, to }: { from: string; to: string }) =>
  queryOptions({
    queryKey: ['analysis', 'region', controllerId, from],
    queryFn: () => call(api.regionaverage.$get({ query: { controllerId: String(controllerId), from, to } })),
    retry: false,
  })
