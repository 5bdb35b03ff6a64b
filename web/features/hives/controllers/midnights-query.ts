import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, call } from '../../../api/client.ts'
import type { DayRange } from '../../../ui/fields/date-range.tsx'

/** The weights of a transmitter's scales at local midnight, day by day; both ends of the range are included. */
export const midnightsQuery = (id: number, range: DayRange) =>
  queryOptions({
    queryKey: ['controller', id, 'midnights', range.from, range.to],
    queryFn: () => call(api.controller[':id'].midnightvalues.$get({ param: { id: String(id) }, query: range })),
    placeholderData: keepPreviousData,
  })
