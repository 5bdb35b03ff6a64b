import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiTokenBody } from '#domain/people/api-token.ts'
import { api, call } from '../../../api/client.ts'
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

/** What it answers has the token, which is kept nowhere. */
export function useMakeApiToken() {
  return useMutation({
    mutationFn: (body: ApiTokenBody) => call(api.user.apiToken.$post({ json: body })),
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
