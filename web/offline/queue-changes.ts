import type { OutboxChange } from '#domain/platform/worker-message.ts'
import { drafting } from '../ui/form/shown-forms.ts'
import { type Queued, queueChange, unsent, whenUnsentChanges } from './outbox.ts'

/**
 * Queues what somebody saved in a form with the given variables of a mutation. Once all of it is on this device, its draft is not: if the page is killed
 * before the network answers, the same would be there twice.
 */
export async function queueChanges(variables: object, changes: readonly OutboxChange[]): Promise<Queued[]> {
  const unfollow = whenUnsentChanges(() => {
    const kept = new Set(unsent().map(({ id }) => id))
    if (changes.every(({ id }) => kept.has(id))) drafting.queued?.(variables)
  })
  return Promise.all(changes.map((change) => queueChange(change))).finally(unfollow)
}
