import type { Deps } from '../../deps.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { type InterventionRow, updateIntervention } from './intervention-queries.ts'
import type { Reassess } from './reassess.ts'
import { recordIntervention } from './record-intervention.ts'
import { requireIntervention } from './require-intervention.ts'

/** Marks an intervention as deleted; repeating that changes nothing. */
export async function removeIntervention(
  deps: Pick<Deps, 'database' | 'clock' | 'events'> & Reassess,
  account: SignedIn,
  id: string,
): Promise<InterventionRow> {
  const { before, removed } = await deps.database.db.transaction().execute(async (db) => {
    const { row, access } = await requireIntervention(db, account, id)
    if (row.deleted_at !== null) return { before: row, removed: undefined }
    const written = { ...deps, database: { db } }
    await recordIntervention(written, { account, access }, 'remove', { before: row, after: null })
    return { before: row, removed: await updateIntervention(db, row.id, { deleted_at: deps.clock.now() }) }
  })
  if (removed) await deps.reassess(before.scale_id, [before.time])
  return removed ?? before
}
