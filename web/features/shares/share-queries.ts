import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ShareBody } from '#domain/share.ts'
import { api, call } from '../../api/client.ts'
import { keptOffline } from '../../offline/query-cache.ts'

const key = ['share']
const REFRESH_MS = 300_000

/** The links that this user made. */
export const sharesQuery = queryOptions({
  queryKey: [...key, 'list'],
  queryFn: () => call(api.share.$get()),
  ...keptOffline,
})

/** What the link in the address bar shows; asked again now and then, until it is taken back. */
export const sharedViewQuery = queryOptions({
  queryKey: [...key, 'view'],
  queryFn: () => call(api.share.view.$get()),
  refetchInterval: ({ state }) => (state.error ? false : REFRESH_MS),
})

export function useAddShare() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (json: Partial<ShareBody> & Pick<ShareBody, 'type'>) => call(api.share.$post({ json })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sharesQuery.queryKey }),
    meta: { tellsItself: true },
  })
}

export function useRemoveShare() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(api.share[':id'].$delete({ param: { id: String(id) } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sharesQuery.queryKey }),
    meta: { tellsItself: true },
  })
}
