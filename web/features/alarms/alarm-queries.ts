import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Alarm, AlarmVerdict } from '#domain/alarm.ts'
import { api, call } from '../../api/client.ts'
import { editInList } from '../../offline/edit-in-list.ts'
import { keptOffline } from '../../offline/query-cache.ts'

const key = ['alarm']

/** What waits for a look. */
export const openAlarmsQuery = queryOptions({
  queryKey: [...key, 'open'],
  queryFn: () => call(api.alarm.$get({ query: { open: '1' } })),
  ...keptOffline,
})

/** Everything of the last 30 days, newest first. */
export const recentAlarmsQuery = queryOptions({
  queryKey: [...key, 'recent'],
  queryFn: () => call(api.alarm.$get({ query: {} })),
  ...keptOffline,
})

/** Says whether it was one; null takes it back. Shown at once, and taken back when the server refuses. */
export function useJudgeAlarm() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, verdict }: { id: number; verdict: AlarmVerdict | null }) =>
      call(api.alarm[':id'].$post({ param: { id: String(id) }, json: { verdict } })),
    onMutate: async ({ id, verdict }) => {
      const undo = [
        await editInList<Alarm>(openAlarmsQuery.queryKey, id, { verdict }),
        await editInList<Alarm>(recentAlarmsQuery.queryKey, id, { verdict }),
      ]
      return () => {
        for (const one of undo) one()
      }
    },
    onError: (_error, _variables, takeBack) => takeBack?.(),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: key }),
        queryClient.invalidateQueries({ queryKey: ['dashboard'] }),
      ]),
  })
}
