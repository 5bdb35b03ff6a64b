import { queryOptions, type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AlarmType } from '#domain/alerts/alarm.ts'
import { alarmTypes } from '#domain/alerts/alarm-types.ts'
import type { Mute } from '#domain/alerts/notification.ts'
import { type ShownMute, withPendingMutes } from '#domain/alerts/pending-mutes.ts'
import { api, call } from '../../../api/client.ts'
import { newId } from '../../../api/new-id.ts'
import { useIntl } from '../../../i18n/intl.tsx'
import { keptWords } from '../../../offline/kept-words.ts'
import { type Queued, queueChange, useUnsent } from '../../../offline/outbox.ts'
import { keptOffline } from '../../../offline/query-cache.ts'

const queryKey = ['mute']

/** The mutes of all transmitters. */
export const mutesQuery = queryOptions({
  queryKey,
  queryFn: () => call(api.notification.mute.$get({ query: {} })),
  ...keptOffline,
})

/** Returns all mutes, including those made on this device, sent or not. */
export function useMutes(): UseQueryResult<ShownMute[]> {
  const answer = useQuery(mutesQuery)
  const unsent = useUnsent()
  const data = useMemo(() => answer.data && withPendingMutes(answer.data, unsent), [answer.data, unsent])
  return { ...answer, data } as UseQueryResult<ShownMute[]>
}

export type MuteWish = {
  controllerId: number
  types: readonly AlarmType[]
  enddate: string | null
  /** The end was typed, not computed from the clock of this device. */
  isTyped?: boolean
  /** Leaves mutes alone that already last longer. */
  keepsLonger?: boolean
}
export const everyType: readonly AlarmType[] = alarmTypes

const change = (path: string, body?: unknown) =>
  queueChange({ id: newId(), method: 'POST', path: `/api/notification/${path}`, body })

type Touched = { controllerId: number; types: readonly AlarmType[] }

/** Shows the change at once. If it fails, the affected mutes are shown as before and refetched from the server. */
function useMuteChange<Wish>(
  send: (wish: Wish) => Promise<Queued[]>,
  touchedBy: (wish: Wish) => Touched,
  after: (wish: Wish) => Mute[],
) {
  const queryClient = useQueryClient()
  const intl = useIntl()
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
    mutationFn: async (wish: Wish) => {
      const queued = await send(wish)
      const message = keptWords(intl, ...queued)
      const last = queued.at(-1)
      const reply = last?.status === 'sent' ? last.reply : undefined
      return { waits: message !== undefined, ...(message === undefined ? (reply as object) : { message }) }
    },
    onMutate: async (wish: Wish) => {
      await queryClient.cancelQueries({ queryKey })
      const before = (queryClient.getQueryData<Mute[]>(queryKey) ?? []).filter(isTouched(wish))
      show(wish, after(wish))
      return before
    },
    onError: (_error, wish, before = []) => {
      show(wish, before)
      // if there were several requests, some may have arrived
      refresh()
    },
    onSuccess: ({ waits }, wish, before) => {
      // `useMutes` shows a queued change, so it disappears with the change if that is discarded
      if (waits) show(wish, before)
      else refresh()
    },
  })
}

/** Mutes alarms of a transmitter; also works without a network. */
export const useMute = () =>
  useMuteChange<MuteWish>(
    ({ controllerId, types, ...until }) =>
      Promise.all(
        types.map((notificationType) => change(`mute?idcontroller=${controllerId}`, { notificationType, ...until })),
      ),
    (wish) => wish,
    ({ controllerId, types, enddate }) =>
      types.map((notificationType) => ({ controllerId, notificationType, enddate })),
  )

export const useUnmute = () =>
  useMuteChange<{ controllerId: number; type: AlarmType }>(
    ({ controllerId, type }) => Promise.all([change(`unmute?idcontroller=${controllerId}&notificationType=${type}`)]),
    ({ controllerId, type }) => ({ controllerId, types: [type] }),
    () => [],
  )
