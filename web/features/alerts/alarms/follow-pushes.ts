import type { QueryClient } from '@tanstack/react-query'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { RINGING_CONFIDENCE_PERCENT } from '#domain/alerts/alarm-types.ts'
import type { KeptPush } from '#domain/alerts/push-message.ts'
import { whenWorkerTells } from '../../../offline/service-worker.ts'
import { openAlarmsQuery, readPushes } from './alarm-queries.ts'

const waits = ({ status, confidence, verdict }: Alarm): boolean =>
  verdict === null && status !== 'closed' && status !== 'withdrawn' && confidence * 100 >= RINGING_CONFIDENCE_PERCENT

/** When a push was shown, in epoch ms; if the device's clock was ahead at that time, when its alarm was found. */
const timeOf = ({ alarm, shownAt }: KeptPush, nowMs = Date.now()): number =>
  alarm && shownAt > nowMs ? Date.parse(alarm.detectedAt) : shownAt

/** Returns the alarms waiting for a verdict as of `atMs` (epoch ms), updated by the pushes since. */
export function withPushed(open: readonly Alarm[], pushes: readonly KeptPush[], atMs: number, nowMs?: number): Alarm[] {
  const told = pushes.flatMap((push) => (push.alarm && timeOf(push, nowMs) > atMs ? [push.alarm] : []))
  const others = open.filter(({ id }) => !told.some((alarm) => alarm.id === id))
  return [...told.filter(waits), ...others].sort((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt))
}

/**
 * Without a network, the cached list of open alarms would contradict what a notification said: adds the pushed alarms to
 * it and keeps the list's old timestamp. With a network, the server's own list replaces it.
 */
export async function followPushes(client: QueryClient): Promise<void> {
  const merge = async () => {
    const pushes = await readPushes()
    const { data, dataUpdatedAt } = client.getQueryState<Alarm[]>(openAlarmsQuery.queryKey) ?? {}
    if (!data || !dataUpdatedAt || !pushes.some((push) => timeOf(push) > dataUpdatedAt)) return
    const merged = withPushed(data, pushes, dataUpdatedAt)
    client.setQueryData(openAlarmsQuery.queryKey, merged, { updatedAt: dataUpdatedAt })
  }
  whenWorkerTells(({ type }) => {
    if (type === 'pushed') void merge()
  })
  await merge()
}
