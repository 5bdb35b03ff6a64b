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
  const { row, tell } = await deps.database.db.transaction().execute(async (db) => {
    const { row, access } = await requireIntervention(db, account, id)
    if (row.deleted_at !== null) return { row, tell: undefined }
    const written = { ...deps, database: { db } }
    await recordIntervention(written, { account, access }, 'remove', { before: row, after: null })
    const removed = await updateIntervention(db, row.id, { deleted_at: deps.clock.now() })
    return { row: removed ?? row, tell: await deps.reassess(db, row.scale_id, [row.time]) }
  })
  tell?.()
  return row
}
