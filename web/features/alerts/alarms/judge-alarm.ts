import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Alarm, AlarmVerdict } from '#domain/alerts/alarm.ts'
import { newId } from '../../../api/new-id.ts'
import { useIntl } from '../../../i18n/intl.tsx'
import { editInList } from '../../../offline/edit-in-list.ts'
import { keptWords } from '../../../offline/kept-words.ts'
import { queueChange } from '../../../offline/outbox.ts'
import { toast } from '../../../ui/overlay/toaster.tsx'
import { alarmKey, linkedAlarmQuery, openAlarmsQuery, recentAlarmsQuery } from './alarm-queries.ts'
import { ALARM_PATH } from './pending-verdicts.ts'

type Judgement = { id: number; verdict: AlarmVerdict | null }

/** Judges an alarm, also without a network; null withdraws the verdict. Shown at once, with a way to undo it, and reverted if the server refuses. */
export function useJudgeAlarm() {
  const queryClient = useQueryClient()
  const intl = useIntl()
  const judge = useMutation({
    mutationFn: ({ id, verdict }: Judgement) =>
      queueChange({ id: newId(), method: 'POST', path: ALARM_PATH + id, body: { verdict } }),
    onMutate: async ({ id, verdict }) => {
      const undo = [
        await editInList<Alarm>(openAlarmsQuery.queryKey, id, { verdict }),
        await editInList<Alarm>(recentAlarmsQuery.queryKey, id, { verdict }),
        await editInList<Alarm>(linkedAlarmQuery(id).queryKey, id, { verdict }),
      ]
      return () => {
        for (const one of undo) one()
      }
    },
    onSuccess: (queued, { id, verdict }) => {
      const said = verdict === null ? 'alarm.message.undone' : 'alarm.message.judged'
      const words = keptWords(intl, queued) ?? intl.formatMessage({ id: said })
      const takeBack = () => judge.mutate({ id, verdict: null })
      const action =
        verdict === null ? undefined : { label: intl.formatMessage({ id: 'alarm.undo' }), onPress: takeBack }
      toast.success(words, { id: `alarm-${id}`, action })
    },
    onError: (_error, _judgement, takeBack) => takeBack?.(),
    // `useAlarms` shows a queued verdict, so it disappears with the change if that is discarded
    onSettled: (queued, _error, _judgement, takeBack) =>
      queued?.status === 'pending'
        ? takeBack?.()
        : void Promise.all([
            queryClient.invalidateQueries({ queryKey: alarmKey }),
            queryClient.invalidateQueries({ queryKey: ['dashboard'] }),
            queryClient.invalidateQueries({ queryKey: ['jump'] }),
          ]),
  })
  return judge
}
