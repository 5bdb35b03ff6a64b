import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AlarmType } from '#domain/alerts/alarm.ts'
import type { DashboardController } from '#domain/insight/dashboard.ts'
import { HOUR_MS } from '#domain/platform/durations.ts'
import { newId } from '../../../api/new-id.ts'
import { useIntl } from '../../../i18n/intl.tsx'
import { editInList } from '../../../offline/edit-in-list.ts'
import { keptWords } from '../../../offline/kept-words.ts'
import { queueChange } from '../../../offline/outbox.ts'
import { toast } from '../../../ui/overlay/toaster.tsx'
import { dashboardQuery } from './dashboard-queries.ts'
import { timeText } from './time-text.ts'

/** `until`: null ends the mutes. */
type MuteChange = { types: AlarmType[]; until: { enddate: string; now: number } | null }

async function send(controllerId: number, { types, until }: MuteChange) {
  const queued = await Promise.all(
    types.map((type) => {
      const path = until
        ? `/api/notification/mute?idcontroller=${controllerId}`
        : `/api/notification/unmute?idcontroller=${controllerId}&notificationType=${type}`
      const body = until ? { notificationType: type, enddate: until.enddate, keepsLonger: true } : {}
      return queueChange({ id: newId(), method: 'POST', path, body })
    }),
  )
  return queued.find(({ status }) => status === 'pending') ?? queued[0]
}

/**
 * Mutes or unmutes some alarm types of a transmitter, for an hour from `now` (epoch ms); also works without a network.
 * The dashboard shows it at once, with a way to undo it, and reverts if the server refuses.
 */
export function useMuteChange({ id, name, mutes }: Pick<DashboardController, 'id' | 'name' | 'mutes'>) {
  const queryClient = useQueryClient()
  const intl = useIntl()
  const change = useMutation({
    mutationFn: (wish: MuteChange) => send(id, wish),
    onMutate: ({ types, until }) => {
      const others = mutes.filter(({ notificationType }) => !types.includes(notificationType))
      const own = until
        ? types.map((notificationType) => ({ controllerId: id, notificationType, enddate: until.enddate }))
        : []
      return editInList<DashboardController>(dashboardQuery.queryKey, id, { mutes: [...others, ...own] })
    },
    onSuccess: (queued, { types, until }) => {
      const toastId = `mute-${id}-${types.join('-')}`
      const kept = keptWords(intl, queued)
      if (!until) return toast.success(kept ?? intl.formatMessage({ id: 'dashboard.unmute.done' }), { id: toastId })
      const [type] = types
      const words = intl.formatMessage(
        { id: types.length > 1 ? 'dashboard.hold.done' : 'dashboard.mute.done' },
        {
          type: type && intl.formatMessage({ id: `alarm.type.${type}` }),
          name,
          time: timeText(intl, until.enddate, until.now),
        },
      )
      const onPress = () => change.mutate({ types, until: null })
      toast.success(kept ?? words, {
        id: toastId,
        action: { label: intl.formatMessage({ id: 'dashboard.undo' }), onPress },
      })
    },
    onError: (_error, _wish, takeBack) => takeBack?.(),
    // `useDashboard` shows queued mutes, so they disappear with the change if that is discarded
    onSettled: (queued, _error, _wish, takeBack) =>
      queued?.status === 'pending'
        ? takeBack?.()
        : void Promise.all([
            queryClient.invalidateQueries({ queryKey: dashboardQuery.queryKey }),
            queryClient.invalidateQueries({ queryKey: ['mute'] }),
          ]),
  })
  return {
    mute: (types: AlarmType[], now: number) =>
      change.mutate({ types, until: { enddate: new Date(now + HOUR_MS).toISOString(), now } }),
    unmute: (types: AlarmType[]) => change.mutate({ types, until: null }),
  }
}
