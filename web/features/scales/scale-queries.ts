import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Scale } from '#domain/scale.ts'
import { api, call } from '../../api/client.ts'
import { editInList } from '../../offline/edit-in-list.ts'
import { queueChange } from '../../offline/outbox.ts'
import { keptOffline } from '../../offline/query-cache.ts'

const key = ['scale', 'all']

/** Every scale of own and watched transmitters, archived ones too. */
export const scalesQuery = queryOptions({
  queryKey: key,
  queryFn: () => call(api.scale.all.$get()),
  ...keptOffline,
})

/** Changes a scale, also without a network: the list shows it at once and takes it back when the server refuses. */
export function useEditScale() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ channel, ...scale }: Scale) => {
      const body = { ...scale, channelId: channel }
      const queued = await queueChange({
        id: crypto.randomUUID(),
        method: 'POST',
        path: `/api/scale/${scale.id}`,
        body,
      })
      return queued.status === 'sent' ? queued.reply : undefined
    },
    onMutate: (scale) => editInList<Scale>(key, scale.id, scale),
    onError: (_error, _scale, takeBack) => takeBack?.(),
    onSettled: (reply) => (reply ? queryClient.invalidateQueries({ queryKey: ['scale'] }) : undefined),
  })
}
