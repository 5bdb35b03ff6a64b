import type { QueryClient } from '@tanstack/react-query'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { isHint } from '#domain/alerts/alarm-types.ts'
import { unsent, whenUnsentChanges } from '../../../offline/outbox.ts'
import { openAlarmsQuery } from './alarm-queries.ts'
import { withPendingVerdicts } from './pending-verdicts.ts'

const waits = ({ type, verdict }: Alarm): boolean => verdict === null && !isHint(type)

type Badge = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>

/** Keeps the app icon's badge, if supported, at the number of open alarms without a verdict. Hints do not count: they are not urgent. */
export function followOpenAlarms(client: QueryClient, badge: Badge = navigator): () => void {
  let shown: number | undefined
  const show = () => {
    const open = client.getQueryData(openAlarmsQuery.queryKey)
    const count = open && withPendingVerdicts(open, unsent()).filter(waits).length
    if (count === shown) return
    // a sign-out drops the alarms and clears the badge itself
    shown = count
    if (count === undefined) return
    const set = count > 0 ? badge.setAppBadge?.(count) : badge.clearAppBadge?.()
    set?.catch(() => {
      // A browser may refuse a badge for an app that is not installed.
    })
  }
  const stops = [client.getQueryCache().subscribe(show), whenUnsentChanges(show)]
  return () => {
    for (const stop of stops) stop()
  }
}
