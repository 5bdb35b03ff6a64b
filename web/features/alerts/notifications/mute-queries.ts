import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type AlarmType, alarmTypes } from '#domain/alerts/alarm.ts'
import type { Mute } from '#domain/alerts/notification.ts'
import { api, call } from '../../../api/client.ts'
import { newId } from '../../../api/new-id.ts'
import { queueChange } from '../../../offline/outbox.ts'
import { keptOffline } from '../../../offline/query-cache.ts'

const queryKey = ['mute']

/** What is muted, at all transmitters. */
export const mutesQuery = queryOptions({
  queryKey,
  queryFn: () => call(api.notification.mute.$get({ query: {} })),
  ...keptOffline,
})

export type MuteWish = { controllerId: number; types: readonly AlarmType[]; enddate: string | null }
export const everyType: readonly AlarmType[] = alarmTypes

async function change(path: string, body?: unknown): Promise<unknown> {
  const queued = await queueChange({ id: newId(), method: 'POST', path: `/api/notification/${path}`, body })
  return queued.status === 'sent' ? queued.reply : undefined
}

type Touched = { controllerId: number; types: readonly AlarmType[] }

/** Shown at once; where it fails, what is shown of the touched ones is as before, and what the server knows is asked for. */
function useMuteChange<Wish>(
  send: (wish: Wish) => Promise<unknown>,
  touchedBy: (wish: Wish) => Touched,
  after: (wish: Wish) => Mute[],
) {
  const queryClient = useQueryClient()
  const isTouched = (wish: Wish) => {
    const { controllerId, types } = touchedBy(wish)
    return (mute: Mute) => mute.controllerId === controllerId && types.includes(mute.notificationType)
  }
  const show = (wish: Wish, mutes: readonly Mute[]) =>
    queryClient.setQueryData<Mute[]>(queryKey, (list) => {
      const touched = isTouched(wish)
      return list && [...list.filter((mute) => !touched(mute)), ...mutes]
    })
  const refresh = () => {
    for (const key of [queryKey, ['dashboard']]) void queryClient.invalidateQueries({ queryKey: key })
  }
  return useMutation({
    mutationFn: send,
    onMutate: async (wish: Wish) => {
      await queryClient.cancelQueries({ queryKey })
      const before = (queryClient.getQueryData<Mute[]>(queryKey) ?? []).filter(isTouched(wish))
      show(wish, after(wish))
      return before
    },
    onError: (_error, wish, before = []) => {
      show(wish, before)
      // some of several may have arrived
      refresh()
    },
    onSuccess: (reply) => {
      if (reply !== undefined) refresh()
    },
  })
}

/** Mutes alarms of a transmitter, also without a network. */
export const useMute = () =>
  useMuteChange<MuteWish>(
    async ({ controllerId, types, enddate }) => {
      let reply: unknown
      for (const notificationType of types) {
        reply = await change(`mute?idcontroller=${controllerId}`, { notificationType, enddate })
      }
      return reply
    },
    (wish) => wish,
    ({ controllerId, types, enddate }) =>
      types.map((notificationType) => ({ controllerId, notificationType, enddate })),
  )

export const useUnmute = () =>
  useMuteChange<{ controllerId: number; type: AlarmType }>(
    ({ controllerId, type }) => change(`unmute?idcontroller=${controllerId}&notificationType=${type}`),
    ({ controllerId, type }) => ({ controllerId, types: [type] }),
    () => [],
  )
