import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type AlarmType, alarmTypes } from '#domain/alarm.ts'
import type { Mute } from '#domain/notification.ts'
import { api, call } from '../../api/client.ts'
import { queueChange } from '../../offline/outbox.ts'
import { keptOffline } from '../../offline/query-cache.ts'

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
  const queued = await queueChange({ id: crypto.randomUUID(), method: 'POST', path: `/api/notification/${path}`, body })
  return queued.status === 'sent' ? queued.reply : undefined
}

function useMuteChange<Wish>(
  send: (wish: Wish) => Promise<unknown>,
  after: (mutes: readonly Mute[], wish: Wish) => Mute[],
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: send,
    onMutate: async (wish: Wish) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData<Mute[]>(queryKey)
      queryClient.setQueryData<Mute[]>(queryKey, after(before ?? [], wish))
      return before
    },
    onError: (_error, _wish, before) => queryClient.setQueryData(queryKey, before),
    onSettled: (reply) =>
      reply === undefined
        ? undefined
        : Promise.all([
            queryClient.invalidateQueries({ queryKey }),
            queryClient.invalidateQueries({ queryKey: ['dashboard'] }),
          ]),
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
    (mutes, { controllerId, types, enddate }) => [
      ...mutes.filter((mute) => mute.controllerId !== controllerId || !types.includes(mute.notificationType)),
      ...types.map((notificationType) => ({ controllerId, notificationType, enddate })),
    ],
  )

export const useUnmute = () =>
  useMuteChange<{ controllerId: number; type: AlarmType }>(
    ({ controllerId, type }) => change(`unmute?idcontroller=${controllerId}&notificationType=${type}`),
    (mutes, { controllerId, type }) =>
      mutes.filter((mute) => mute.controllerId !== controllerId || mute.notificationType !== type),
  )
