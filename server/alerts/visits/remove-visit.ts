import type { Deps } from '../../deps.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { requireVisit } from './require-visit.ts'
import { followChange, keepQuiet, recordVisit } from './visit-change.ts'
import { updateVisit, type VisitRow } from './visit-queries.ts'

/** Marks a visit as deleted; once more changes nothing. What was noted meanwhile stays. */
export async function removeVisit(
  deps: Pick<Deps, 'database' | 'clock' | 'events'>,
  account: SignedIn,
  id: string,
): Promise<VisitRow> {
  const { row, access } = await requireVisit(deps.database.db, account, id)
  if (row.deleted_at !== null) return row
  const now = deps.clock.now()
  const states = { before: row, after: undefined }
  await deps.database.db.transaction().execute(async (db) => {
    await updateVisit(db, row.id, { deleted_at: now })
    await recordVisit({ ...deps, database: { db } }, { account, access }, 'remove', states)
    await keepQuiet(db, states, now)
  })
  await followChange(deps, states)
  return row
}
