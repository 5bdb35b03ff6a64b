import { queryOptions } from '@tanstack/react-query'
import type { Alarm } from '#domain/alerts/alarm.ts'
import type { KeptPush } from '#domain/alerts/push-message.ts'
import { ApiError } from '../../../api/api-error.ts'
import { api, call } from '../../../api/client.ts'
import { keptOffline } from '../../../offline/query-cache.ts'
import { tellWorker } from '../../../offline/service-worker.ts'

export const alarmKey = ['alarm']

/** The alarms waiting for a verdict. */
export const openAlarmsQuery = queryOptions({
  queryKey: [...alarmKey, 'open'],
  queryFn: () => call(api.alarm.$get({ query: { open: '1' } })),
  ...keptOffline,
})

/** All alarms of the last 30 days, newest first. */
export const recentAlarmsQuery = queryOptions({
  queryKey: [...alarmKey, 'recent'],
  queryFn: () => call(api.alarm.$get({ query: {} })),
  ...keptOffline,
})

/** A single alarm of any age, as a list of one or none. Without a network, the alarm as a push shown on this device told it. */
export const linkedAlarmQuery = (id: number) =>
  queryOptions({
    queryKey: [...alarmKey, 'linked', id],
    queryFn: async (): Promise<Alarm[]> => {
      try {
        return [await call(api.alarm[':id'].$get({ param: { id: String(id) } }))]
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return []
        const alarm = (await readPush(id))?.alarm
        if (!alarm) throw error
        return [alarm]
      }
    },
    staleTime: 0,
    // fall back to what the push said at once, without retrying first
    retry: false,
  })

/** What the push about an alarm said on this device; null if none is stored. */
export const pushQuery = (id: number) =>
  queryOptions({
    queryKey: ['push', id],
    queryFn: () => readPush(id),
    networkMode: 'always',
    staleTime: 0,
  })

const readPush = async (id: number): Promise<KeptPush | null> =>
  (await readPushes()).find(({ alarmId }) => alarmId === id) ?? null

/** Returns the stored pushes that this device has shown, newest first. */
export async function readPushes(): Promise<KeptPush[]> {
  const reply = await tellWorker({ type: 'pushes' }).catch(() => undefined)
  return Array.isArray(reply?.value) ? (reply.value as KeptPush[]) : []
}
