import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { InferInput } from 'valibot'
import type { CustomerNotice, NoticeBody } from '#domain/operations/customer-notice.ts'
import { api, call } from '../../../api/client.ts'
import type { Audience } from './notice-draft.ts'

const key = ['admin', 'notices']
const PAGE = '10'
const ASK_AGAIN_MS = 2000
const PLANNED_WITHIN_MS = 10 * 60_000

/** Whether part of it is waiting, or its job has only just begun. */
const isUnderWay = ({ sent, failed, waiting, created }: CustomerNotice) =>
  waiting > 0 || (sent + failed === 0 && Date.now() - Date.parse(created) < PLANNED_WITHIN_MS)

/** What was sent to customers, newest first; polled while something is being sent. */
export const noticesQuery = infiniteQueryOptions({
  queryKey: [...key, 'list'],
  queryFn: ({ pageParam }) =>
    call(api.admin.notifyCustomers.$get({ query: { limit: PAGE, ...(pageParam && { cursor: pageParam }) } })),
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }) => nextCursor,
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ items }) => items.some(isUnderWay)) ? ASK_AGAIN_MS : false,
  staleTime: 0,
})

/** How many customers a message would reach. */
export const reachQuery = ({ types: notificationTypes, regionIds, affiliationId }: Audience) =>
  queryOptions({
    queryKey: [...key, 'reach', notificationTypes, regionIds, affiliationId],
    queryFn: () =>
      call(api.admin.notifyCustomers.reach.$post({ json: { notificationTypes, regionIds, affiliationId } })),
    enabled: notificationTypes.length > 0 && regionIds.length > 0,
    placeholderData: keepPreviousData,
  })

export function useSendNotice() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (json: InferInput<typeof NoticeBody>) => call(api.admin.notifyCustomers.$post({ json })),
    onSettled: () =>
      void Promise.all([client.invalidateQueries({ queryKey: key }), client.invalidateQueries({ queryKey: ['jobs'] })]),
    meta: { tellsItself: true },
  })
}
