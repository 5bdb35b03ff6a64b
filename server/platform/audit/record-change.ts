import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { currentRequest, markRecorded } from '../http/current-request.ts'
import type { Clock } from '../runtime/clock.ts'
import { type Author, type Entry, recordEntry } from './record-entry.ts'

export type Change = Entry & { actorId: number }

/** The author of what this request changes; marks the request as recorded. `actorId`: the signed-in account. */
export function authorOf(clock: Clock, actorId: number): Author {
  markRecorded()
  const request = currentRequest()
  const adminId = request?.actingAdminId
  return {
    at: clock.now(),
    actor_id: adminId ?? actorId,
    // returning to one's own session is no longer done in anybody's name
    acting_as_id: adminId === undefined || adminId === actorId ? null : actorId,
    request_id: request?.id() ?? null,
  }
}

/** Records who changed what. Within a transaction, pass that as the database. If nothing differs, nothing is recorded. */
export const recordChange = (
  { database: { db }, clock }: { database: { db: Kysely<Tables> }; clock: Clock },
  { actorId, ...change }: Change,
): Promise<void> => recordEntry(db, authorOf(clock, actorId), change)
