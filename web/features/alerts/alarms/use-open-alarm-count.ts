import { openAlarmsQuery } from './alarm-queries.ts'
import { useAlarms } from './use-alarms.ts'

/** How many alarms wait for a look; asked again where a screen shows them. */
export function useOpenAlarmCount(isSignedIn: boolean): number {
  const { data } = useAlarms({ ...openAlarmsQuery, enabled: isSignedIn, staleTime: 60_000 })
  return data?.filter(({ verdict }) => verdict === null).length ?? 0
}
