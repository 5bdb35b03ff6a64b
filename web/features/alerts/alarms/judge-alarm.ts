import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import type { Alarm, AlarmVerdict } from '#domain/alerts/alarm.ts'
import { newId } from '../../../api/new-id.ts'
import { editInList } from '../../../offline/edit-in-list.ts'
import { queueChange } from '../../../offline/outbox.ts'
import { toast } from '../../../ui/toaster.tsx'
import { alarmKey, openAlarmsQuery, recentAlarmsQuery } from './alarm-queries.ts'

type Judgement = { id: number; verdict: AlarmVerdict | null }

/**
 * Says whether it was one, also without a network; null takes it back. Shown at once, with a way to undo it, and taken back
 * when the server refuses.
 */
export function useJudgeAlarm() {
  const queryClient = useQueryClient()
  const intl = useIntl()
  const judge = useMutation({
    mutationFn: ({ id, verdict }: Judgement) =>
      queueChange({ id: newId(), method: 'POST', path: `/api/alarm/${id}`, body: { verdict } }),
    onMutate: async ({ id, verdict }) => {
      const undo = [
        await editInList<Alarm>(openAlarmsQuery.queryKey, id, { verdict }),
        await editInList<Alarm>(recentAlarmsQuery.queryKey, id, { verdict }),
      ]
      return () => {
        for (const one of undo) one()
      }
    },
    onSuccess: (_queued, { id, verdict }) => {
      const words = intl.formatMessage({ id: verdict === null ? 'alarm.message.undone' : 'alarm.message.judged' })
      const takeBack = () => judge.mutate({ id, verdict: null })
      const action =
        verdict === null ? undefined : { label: intl.formatMessage({ id: 'alarm-screen.undo' }), onPress: takeBack }
      toast.success(words, { id: `alarm-${id}`, action })
    },
    onError: (_error, _judgement, takeBack) => takeBack?.(),
    onSettled: (queued) =>
      queued?.status === 'pending'
        ? undefined
        : void Promise.all([
            queryClient.invalidateQueries({ queryKey: alarmKey }),
            queryClient.invalidateQueries({ queryKey: ['dashboard'] }),
            queryClient.invalidateQueries({ queryKey: ['jump'] }),
          ]),
  })
  return judge
}
