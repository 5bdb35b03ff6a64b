import { useQuery } from '@tanstack/react-query'
import { openAlarmsQuery } from './alarm-queries.ts'

/** How many alarms wait for a look; asked again where a screen shows them. */
export function useOpenAlarmCount(isSignedIn: boolean): number {
  const { data = 0 } = useQuery({
    ...openAlarmsQuery,
    enabled: isSignedIn,
    staleTime: 60_000,
    select: (open) => open.filter(({ verdict }) => verdict === null).length,
  })
  return data
}
