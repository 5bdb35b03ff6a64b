import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ShareBody } from '#domain/exchange/share.ts'
import { api, call } from '../../../api/client.ts'
import { useRequestId } from '../../../api/use-request-id.ts'
import { keptOffline } from '../../../offline/query-cache.ts'

const key = ['share']

/** The links that this user created. */
export const sharesQuery = queryOptions({
  queryKey: [...key, 'list'],
  queryFn: () => call(api.share.$get()),
  ...keptOffline,
})

/** Creates a link. Sending it again after a missing answer gives the same link. */
export function useAddShare() {
  const queryClient = useQueryClient()
  const { idOf, forget } = useRequestId()
  return useMutation({
    mutationFn: (share: Partial<ShareBody> & Pick<ShareBody, 'type'>) =>
      call(api.share.$post({ json: { ...share, id: idOf(share) } })),
    onSuccess: forget,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: sharesQuery.queryKey }),
    meta: { tellsItself: true },
  })
}

export function useRemoveShare() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(api.share[':id'].$delete({ param: { id: String(id) } })),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: sharesQuery.queryKey }),
    meta: { tellsItself: true },
  })
}
