import type { Noted, OutboxChange, OutboxEntry } from '#domain/platform/worker-message.ts'
import { newId } from '../../api/new-id.ts'
import type { IntlShape } from '../../i18n/create-intl.ts'
import { keptWords } from '../../offline/kept-words.ts'
import { giveUpChange, queueChange } from '../../offline/outbox.ts'

/**
 * Replaces a change that is waiting or was refused with other changes, which count as made now unless `noted` says when. Returns the server's message, or that the new ones are waiting,
 * too.
 */
export async function replaceChange(
  intl: IntlShape,
  { id, method }: OutboxEntry,
  changes: readonly Pick<OutboxChange, 'path' | 'body'>[],
  noted?: Noted,
): Promise<unknown> {
  await giveUpChange(id)
  const queued = await Promise.all(changes.map((change) => queueChange({ id: newId(), method, ...change }, noted)))
  const last = queued.at(-1)
  const message = keptWords(intl, ...queued)
  return message === undefined && last?.status === 'sent' ? last.reply : { message }
}
