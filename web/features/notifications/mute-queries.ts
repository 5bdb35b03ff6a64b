import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type AlarmType, alarmTypes } from '#domain/alarm.ts'
import type { Mute } from '#domain/notification.ts'
import { api, call } from '../../api/client.ts'
import { queueChange } from '../../offline/outbox.ts'
import { keptOffline } from '../../offline/query-cache.ts'

const key = (controllerId: number) => ['mute', controllerId]

/** What is muted at one transmitter. */
export const mutesQuery = (controllerId: number) =>
  queryOptions({
    queryKey: key(controllerId),
    queryFn: () => call(api.notification.mute.$get({ query: { idcontroller: String(controllerId) } })),
    ...keptOffline,
  })

export type MuteWish = { types: readonly AlarmType[]; enddate: string | null }
export const everyType: readonly AlarmType[] = alarmTypes

async function change(path: string, body?: unknown): Promise<unknown> {
  const queued = await queueChange({ id: crypto.randomUUID(), method: 'POST', path: `/api/notification/${path}`, body })
  return queued.status === 'sent' ? queued.reply : undefined
}

function useMuteChange<Wish>(
  controllerId: number,
  send: (wish: Wish) => Promise<unknown>,
  after: (mutes: readonly Mute[], wish: Wish) => Mute[],
) {
  const queryClient = useQueryClient()
  const queryKey = key(controllerId)
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
export const useMute = (controllerId: number) =>
  useMuteChange<MuteWish>(
    controllerId,
    async ({ types, enddate }) => {
      let reply: unknown
      for (const notificationType of types) {
        reply = await change(`mute?idcontroller=${controllerId}`, { notificationType, enddate })
      }
      return reply
    },
    (mutes, { types, enddate }) => [
      ...mutes.filter(({ notificationType }) => !types.includes(notificationType)),
      ...types.map((notificationType) => ({ controllerId, notificationType, enddate })),
    ],
  )

export const useUnmute = (controllerId: number) =>
  useMuteChange<AlarmType>(
    controllerId,
    (type) => change(`unmute?idcontroller=${controllerId}&notificationType=${type}`),
    (mutes, type) => mutes.filter(({ notificationType }) => notificationType !== type),
  )
