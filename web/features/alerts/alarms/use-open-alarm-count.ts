import { isHint } from '#domain/alerts/alarm-types.ts'
import { openAlarmsQuery } from './alarm-queries.ts'
import { useAlarms } from './use-alarms.ts'

/** The number of alarms waiting for a verdict, without hints, which are not urgent. Refetched where a screen shows them. */
export function useOpenAlarmCount(isSignedIn: boolean): number {
  const { data } = useAlarms({ ...openAlarmsQuery, enabled: isSignedIn, staleTime: 60_000 })
  return data?.filter(({ type, verdict }) => verdict === null && !isHint(type)).length ?? 0
}
