import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { countChoices, insertWatchedChoices } from './choice-queries.ts'

/**
 * A user who owns no transmitter watches others in order to be notified, so their channels for "every own" transmitter also
 * cover what they watch until they choose otherwise. `of` is a newly watched transmitter or a new channel.
 */
export const chooseWatched = (
  db: Kysely<Tables>,
  accountId: number,
  of: { controllerId: number } | { notificationId: number },
): Promise<void> => insertWatchedChoices(db, accountId, of)

/** Whether a watched transmitter rings on a channel of the account, or will on the first channel it adds; otherwise it must be chosen by hand. */
export async function ringsForWatched(db: Kysely<Tables>, accountId: number, controllerId: number): Promise<boolean> {
  const { chosen, channels, own } = await countChoices(db, accountId, controllerId)
  return chosen > 0 || (channels === 0 && own === 0)
}
