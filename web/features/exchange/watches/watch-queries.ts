import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Watch, Watching } from '#domain/exchange/watch.ts'
import { ApiError } from '../../../api/api-error.ts'
import { api, call } from '../../../api/client.ts'
import { useRequestId } from '../../../api/use-request-id.ts'
import { keptOffline } from '../../../offline/query-cache.ts'

const key = ['watch']
const watchingKey = (controllerId: number) => ['watching', controllerId]

/** The transmitters of others that this user watches; refetched each time, since their owners may end it. */
export const watchesQuery = queryOptions({
  queryKey: key,
  queryFn: () => call(api.controller.watches.$get()),
  refetchOnMount: 'always',
  ...keptOffline,
})

/** The watch code of one's own transmitter, and who watches it. */
export const watchingQuery = (controllerId: number) =>
  queryOptions({
    queryKey: watchingKey(controllerId),
    queryFn: () => call(api.controller[':id'].watchCode.$get({ param: { id: String(controllerId) } })),
    refetchOnMount: 'always',
  })

/** Starts watching the transmitter with a code; every screen shows it from then on. The caller shows errors itself: `onError` is called even if it is gone by then. */
export function useAddWatch(onError?: (error: Error, code: string) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => call(api.controller.watches.$post({ json: { code } })),
    onSuccess: () => void queryClient.invalidateQueries(),
    ...(onError && { onError }),
    meta: { tellsItself: true },
  })
}

/** Stops watching; the list shows it at once and reverts if it fails. A watch that had already ended counts as success, which the caller reports. */
export function useEndWatch() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ controllerId }: Watch) => {
      await call(api.controller.watches[':code'].$delete({ param: { code: String(controllerId) } })).catch(
        (error: unknown) => {
          if (!(error instanceof ApiError && error.code === 'watch_not_found')) throw error
        },
      )
    },
    onMutate: async ({ controllerId }) => {
      await queryClient.cancelQueries({ queryKey: key })
      const before = queryClient.getQueryData<Watch[]>(key)
      queryClient.setQueryData<Watch[]>(key, (list) => list?.filter((one) => one.controllerId !== controllerId))
      return before
    },
    onError: (_error, { controllerId }, before) =>
      queryClient.setQueryData<Watch[]>(key, (list) =>
        before?.filter(
          (one) => one.controllerId === controllerId || list?.some((left) => left.controllerId === one.controllerId),
        ),
      ),
    onSettled: () => void queryClient.invalidateQueries(),
  })
}

function useTakeOver() {
  const queryClient = useQueryClient()
  return (watching: Watching) => queryClient.setQueryData(watchingKey(watching.controllerId), watching)
}

/** Makes a new code, only one until an answer has come, or, with false, ends all watching. */
export function useWatchCode(controllerId: number) {
  const { idOf, forget } = useRequestId()
  const takeOver = useTakeOver()
  return useMutation({
    mutationFn: (enabled: boolean) =>
      call(
        api.controller[':id'].watchCode.$post({
          param: { id: String(controllerId) },
          json: { id: idOf({ controllerId, enabled }), enabled },
        }),
      ),
    onSuccess: (watching) => {
      forget()
      takeOver(watching)
    },
  })
}

export function useRemoveWatcher(controllerId: number) {
  return useMutation({
    mutationFn: (accountId: number) =>
      call(
        api.controller[':id'].watcher[':accountId'].$delete({
          param: { id: String(controllerId), accountId: String(accountId) },
        }),
      ),
    onSuccess: useTakeOver(),
  })
}
