import type { Kysely } from 'kysely'
import { visitMoments } from '#domain/alerts/visit.ts'
import { LONGEST_VISIT_MS } from '#domain/alerts/visit-length.ts'
import type { Access } from '#domain/people/permission.ts'
import type { Deps } from '../../deps.ts'
import { recordAdministration } from '../../platform/audit/record-administration.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { Tables } from '../../store/tables.ts'
import { reassessAlarms } from '../alarms/reassess-alarms.ts'
import { holdAlarms, releaseAlarms } from '../notifications/mutes/hold-alarms.ts'
import { selectLatestBegin, selectScaleIds, type VisitRow } from './visit-queries.ts'

/** A visit before and after a change; undefined if it did not exist or was deleted. */
export type VisitStates = { before: VisitRow | undefined; after: VisitRow | undefined }

/** Holds back the alarms that hands working at the hives would cause, for the visitor and during the visit, in the caller's transaction. */
export async function keepQuiet(db: Kysely<Tables>, { before, after }: VisitStates, nowMs: number): Promise<void> {
  const isOpen = (visit: VisitRow | undefined) => visit !== undefined && visit.ended_at === null
  if (isOpen(before)) await releaseAlarms(db, holdOf(before!), await otherHoldUntil(db, before!))
  if (isOpen(after) && after!.created_by !== null) await holdAlarms(db, holdOf(after!), nowMs)
}

/** Returns until when another visit of the same person there holds alarms back; undefined if none is ongoing. */
async function otherHoldUntil(db: Kysely<Tables>, visit: VisitRow): Promise<number | undefined> {
  const begin = await selectLatestBegin(db, visit)
  return begin === undefined ? undefined : begin + LONGEST_VISIT_MS
}

const holdOf = ({ created_by, controller_id, started_at }: VisitRow) => ({
  accountId: created_by ?? 0,
  controllerId: controller_id,
  untilMs: started_at + LONGEST_VISIT_MS,
})

/** After a change, judges the alarms of that time again, since hands may have caused them, and notifies open screens. */
export async function followChange(
  deps: Pick<Deps, 'database' | 'events'>,
  { before, after }: VisitStates,
): Promise<void> {
  const controllerId = (after ?? before)!.controller_id
  const scales = await selectScaleIds(deps.database.db, [controllerId])
  const moments = [before, after].flatMap((visit) => (visit ? visitMoments(visit.started_at, visit.ended_at) : []))
  // this covers the scales of the same transmitter too
  const [first] = scales
  const within = deps.database.db.transaction()
  if (first) (await within.execute((db) => reassessAlarms(db, deps, first.id, [...new Set(moments)])))()
  deps.events.publish({ type: 'controller', controllerId, scaleIds: scales.map(({ id }) => id) })
}

type Verb = 'add' | 'edit' | 'remove'
const actions = { add: 'visit.add', edit: 'visit.edit', remove: 'visit.remove' } as const satisfies Record<Verb, string>

/** Records what an administrator does to somebody's visit. */
export function recordVisit(
  deps: { database: { db: Kysely<Tables> }; clock: Deps['clock'] },
  by: { account: SignedIn; access: Access },
  verb: Verb,
  { before, after }: VisitStates,
): Promise<void> {
  const subject = (after ?? before)!
  return recordAdministration(deps, by, {
    action: actions[verb],
    subjectType: 'visit',
    subjectId: subject.id,
    before: before ? shown(before) : null,
    after: after ? shown(after) : null,
  })
}

const shown = ({ controller_id, started_at, ended_at }: VisitRow) => ({
  controllerId: controller_id,
  startedAt: new Date(started_at).toISOString(),
  endedAt: ended_at === null ? null : new Date(ended_at).toISOString(),
})
