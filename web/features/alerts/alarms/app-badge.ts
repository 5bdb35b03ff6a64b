import type { QueryClient } from '@tanstack/react-query'
import { openAlarmsQuery } from './alarm-queries.ts'

type Badge = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>

/** Keeps the badge on the app's icon at the number of open alarms that nobody has judged yet, where there is a badge. */
export function followOpenAlarms(client: QueryClient, badge: Badge = navigator): () => void {
  let shown: number | undefined
  return client.getQueryCache().subscribe(() => {
    const open = client.getQueryData(openAlarmsQuery.queryKey)
    const count = open?.filter(({ verdict }) => verdict === null).length
    if (count === shown) return
    // a sign-out forgets the alarms, and takes the badge away itself
    shown = count
    if (count === undefined) return
    const set = count > 0 ? badge.setAppBadge?.(count) : badge.clearAppBadge?.()
    set?.catch(() => {
      // A browser may refuse the badge of an app that is not installed.
    })
  })
}
