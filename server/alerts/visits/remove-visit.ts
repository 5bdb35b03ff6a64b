import type { Deps } from '../../deps.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { requireVisit } from './require-visit.ts'
import { followChange, keepQuiet, recordVisit } from './visit-change.ts'
import { updateVisit, type VisitRow } from './visit-queries.ts'

/** Marks a visit as deleted; a repetition changes nothing. Notes made during the visit stay. */
export async function removeVisit(
  deps: Pick<Deps, 'database' | 'clock' | 'events'>,
  account: SignedIn,
  id: string,
): Promise<VisitRow> {
  const now = deps.clock.now()
  const row = await deps.database.db.transaction().execute(async (db) => {
    const { row: before, access } = await requireVisit(db, account, id)
    if (before.deleted_at !== null) return before
    const states = { before, after: undefined }
    await updateVisit(db, before.id, { deleted_at: now })
    await recordVisit({ ...deps, database: { db } }, { account, access }, 'remove', states)
    await keepQuiet(db, states, now)
    return before
  })
  if (row.deleted_at === null) await followChange(deps, { before: row, after: undefined })
  return row
}
