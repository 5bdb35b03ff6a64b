import type { Kysely } from 'kysely'
import type { Access } from '#domain/people/permission.ts'
import type { Tables } from '../../store/tables.ts'
import type { SignedIn } from '../http/env.ts'
import type { Clock } from '../runtime/clock.ts'
import { type Change, recordChange } from './record-change.ts'

/**
 * Records a change to a transmitter, or to anything that belongs to it, if an administrator makes it: to somebody else's, or in
 * the owner's name. Changes that owners make themselves are not recorded.
 */
export async function recordAdministration(
  deps: { database: { db: Kysely<Tables> }; clock: Clock },
  by: { account: SignedIn; access: Access },
  change: Omit<Change, 'actorId'>,
): Promise<void> {
  if (by.access === 'own' && !by.account.actor) return
  await recordChange(deps, { actorId: by.account.accountId, ...change })
}
