import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { countChoices, insertWatchedChoices } from './choice-queries.ts'

/**
 * Whoever owns no transmitter watches others to be rung: their channels for all of their own are for what they watch, until they choose
 * otherwise. `of`: one that is watched from now on, or a channel that is new.
 */
export const chooseWatched = (
  db: Kysely<Tables>,
  accountId: number,
  of: { controllerId: number } | { notificationId: number },
): Promise<void> => insertWatchedChoices(db, accountId, of)

/** Whether what is watched rings on a channel of an account, or will on the first that it adds; else it has to be chosen by hand. */
export async function ringsForWatched(db: Kysely<Tables>, accountId: number, controllerId: number): Promise<boolean> {
  const { chosen, channels, own } = await countChoices(db, accountId, controllerId)
  return chosen > 0 || (channels === 0 && own === 0)
}
