import type { Kysely } from 'kysely'
import { changedFields, redact } from '#domain/platform/audit.ts'
import type { Tables } from '../../store/tables.ts'
import { currentRequest, markRecorded } from '../http/current-request.ts'
import type { Clock } from '../runtime/clock.ts'
import { insertEntry } from './audit-queries.ts'

export type Change = {
  actorId: number
  /** `noun.verb` */
  action: string
  subjectType: string
  subjectId: string
  before: object | null
  after: object | null
}

/** Writes down who changed what. Within a transaction hand that in as the database. Where nothing differs, nothing is written. */
export async function recordChange(
  { database: { db }, clock }: { database: { db: Kysely<Tables> }; clock: Clock },
  { actorId, action, subjectType, subjectId, ...states }: Change,
): Promise<void> {
  markRecorded()
  const { before, after } = changedFields(states.before, states.after)
  if (before && after && Object.keys(after).length === 0) return
  const request = currentRequest()
  const adminId = request?.actingAdminId
  await insertEntry(db, {
    at: clock.now(),
    actor_id: adminId ?? actorId,
    acting_as_id: adminId === undefined ? null : actorId,
    action,
    subject_type: subjectType,
    subject_id: subjectId,
    before: before && JSON.stringify(redact(before)),
    after: after && JSON.stringify(redact(after)),
    request_id: request?.id() ?? null,
  })
}
