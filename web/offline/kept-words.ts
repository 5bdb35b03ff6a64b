import type { IntlShape } from '../i18n/create-intl.ts'
import { toast } from '../ui/overlay/toaster.tsx'
import { changesWait, type Queued, whenUnsentChanges } from './outbox.ts'

/** The message for changes of which some are still waiting on this device, and for what; it is removed once nothing waits. Undefined if all were sent. */
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
