import type { VisitEditBody } from '#domain/alerts/visit.ts'
import { LONGEST_VISIT_MS } from '#domain/alerts/visit-length.ts'
import { FUTURE_TOLERANCE_SECONDS } from '#domain/hives/reading.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { requireVisit } from './require-visit.ts'
import { followChange, keepQuiet, recordVisit } from './visit-change.ts'
import { updateVisit, type VisitRow } from './visit-queries.ts'

/**
 * Corrects the times of a visit. An edit that changes nothing is harmless, since it may be a retry. Throws 400
 * `visit_times_wrong` if the visit would end before it began, be too long, or lie in the future.
 */
export async function editVisit(
  deps: Pick<Deps, 'database' | 'clock' | 'events'>,
  account: SignedIn,
  id: string,
  edit: VisitEditBody,
): Promise<VisitRow> {
  const now = deps.clock.now()
  const changed = await deps.database.db.transaction().execute(async (db) => {
    const { row, access } = await requireVisit(db, account, id)
    if (row.deleted_at !== null) throw new AppError(404, 'visit_not_found')
    const startedAt = edit.startedAt === undefined ? row.started_at : Date.parse(edit.startedAt)
    const endedAt = edit.endedAt === undefined ? row.ended_at : Date.parse(edit.endedAt)
    const latest = now + FUTURE_TOLERANCE_SECONDS * 1000
    const isWrong = (endedAt ?? startedAt) > latest || startedAt > (endedAt ?? now)
    if (isWrong || (endedAt ?? startedAt) - startedAt > LONGEST_VISIT_MS) throw new AppError(400, 'visit_times_wrong')
    const endedBy = edit.endedAt === undefined ? row.ended_by : 'hand'
    const after = await updateVisit(db, row.id, { started_at: startedAt, ended_at: endedAt, ended_by: endedBy })
    const states = { before: row, after }
    await recordVisit({ ...deps, database: { db } }, { account, access }, 'edit', states)
    await keepQuiet(db, states, now)
    return states
  })
  await followChange(deps, changed)
  return changed.after ?? changed.before
}
