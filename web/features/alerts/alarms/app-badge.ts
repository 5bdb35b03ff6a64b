import type { QueryClient } from '@tanstack/react-query'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { isHint } from '#domain/alerts/alarm-types.ts'
import { unsent, whenUnsentChanges } from '../../../offline/outbox.ts'
import { openAlarmsQuery } from './alarm-queries.ts'
import { withPendingVerdicts } from './pending-verdicts.ts'

const waits = ({ type, verdict }: Alarm): boolean => verdict === null && !isHint(type)

type Badge = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>

/** Keeps the badge on the app's icon at the number of open alarms that nobody has judged yet, where there is a badge; hints ask for no look at once. */
export function followOpenAlarms(client: QueryClient, badge: Badge = navigator): () => void {
  let shown: number | undefined
  const show = () => {
    const open = client.getQueryData(openAlarmsQuery.queryKey)
    const count = open && withPendingVerdicts(open, unsent()).filter(waits).length
    if (count === shown) return
    // a sign-out forgets the alarms, and takes the badge away itself
    shown = count
    if (count === undefined) return
    const set = count > 0 ? badge.setAppBadge?.(count) : badge.clearAppBadge?.()
    set?.catch(() => {
      // A browser may refuse the badge of an app that is not installed.
    })
  }
  const stops = [client.getQueryCache().subscribe(show), whenUnsentChanges(show)]
  return () => {
    for (const stop of stops) stop()
  }
}
