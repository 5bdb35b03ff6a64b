import type { IntlShape } from '../i18n/create-intl.ts'
import { toast } from '../ui/overlay/toaster.tsx'
import { changesWait, type Queued, whenUnsentChanges } from './outbox.ts'

/** What is said of changes of which some wait on this device, and for what, until nothing waits; undefined where all were sent. */
export function keptWords(intl: IntlShape, ...queued: readonly (Queued | undefined)[]): string | undefined {
  const waiting = queued.flatMap((one) => (one?.status === 'pending' ? one : []))
  if (waiting.length === 0) return undefined
  const words = intl.formatMessage({ id: 'offline.kept' }, { fails: waiting.some((one) => one.fails) })
  const unfollow = whenUnsentChanges(() => {
    if (changesWait()) return
    unfollow()
    toast.over(words)
  })
  return words
}
