import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiTokenBody } from '#domain/people/api-token.ts'
import { api, call } from '../../../api/client.ts'
import { useRequestId } from '../../../api/use-request-id.ts'
import { keptOffline } from '../../../offline/query-cache.ts'

export const apiTokensQuery = queryOptions({
  queryKey: ['account', 'apiTokens'],
  queryFn: () => call(api.user.apiToken.$get()),
  ...keptOffline,
})

function useRefresh(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: apiTokensQuery.queryKey })
}

/** Creates a token, which only this reply contains. Sending it again after a missing answer gives the same token. */
export function useMakeApiToken() {
  const { idOf, forget } = useRequestId()
  return useMutation({
    mutationFn: (body: ApiTokenBody) => call(api.user.apiToken.$post({ json: { ...body, id: idOf(body) } })),
    onSuccess: forget,
    onSettled: useRefresh(),
    meta: { tellsItself: true },
    gcTime: 0,
  })
}

export function useRevokeApiToken() {
  return useMutation({
    mutationFn: (id: number) => call(api.user.apiToken[':id'].$delete({ param: { id: String(id) } })),
    onSettled: useRefresh(),
  })
}
