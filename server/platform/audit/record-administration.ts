import type { Kysely } from 'kysely'
import type { Access } from '#domain/people/permission.ts'
import type { Tables } from '../../store/tables.ts'
import type { SignedIn } from '../http/env.ts'
import type { Clock } from '../runtime/clock.ts'
import { type Change, recordChange } from './record-change.ts'

/**
 * Writes down a change of a transmitter, or of what hangs on it, where an administrator makes it: of somebody else's, or in the
 * name of its owner. What owners change themselves is theirs alone.
 */
export async function recordAdministration(
  deps: { database: { db: Kysely<Tables> }; clock: Clock },
  by: { account: SignedIn; access: Access },
  change: Omit<Change, 'actorId'>,
): Promise<void> {
  if (by.access === 'own' && !by.account.actor) return
  await recordChange(deps, { actorId: by.account.accountId, ...change })
}
