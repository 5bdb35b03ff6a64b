import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ChannelType } from '#domain/alerts/notification.ts'
import type { SentNotification, SentState } from '#domain/alerts/sent-notification.ts'
import { api, call } from '../../../api/client.ts'

const key = ['admin', 'notifications']
const PAGE = '50'

export type SentFilter = {
  q: string
  state: SentState | ''
  channel: ChannelType | ''
  stage: SentNotification['stage'] | ''
}

const chosen = ({ q, state, channel, stage }: SentFilter) => ({
  ...(q && { q }),
  ...(state && { state }),
  ...(channel && { channel }),
  ...(stage && { stage }),
})

export const sentQuery = (filter: SentFilter) =>
  infiniteQueryOptions({
    queryKey: [...key, filter],
    queryFn: ({ pageParam }) =>
      call(
        api.admin.notifications.$get({
          query: { ...chosen(filter), limit: PAGE, ...(pageParam && { cursor: pageParam }) },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export function useRemoveSent() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(api.notifications[':id'].$delete({ param: { id: String(id) } })),
    onSettled: () => void client.invalidateQueries({ queryKey: key }),
    meta: { tellsItself: true },
  })
}
