import type { Deps } from '../../deps.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { type InterventionRow, updateIntervention } from './intervention-queries.ts'
import type { Reassess } from './reassess.ts'
import { recordIntervention } from './record-intervention.ts'
import { requireIntervention } from './require-intervention.ts'

/** Marks an intervention as deleted; once more changes nothing. */
export async function removeIntervention(
  deps: Pick<Deps, 'database' | 'clock' | 'events'> & Reassess,
  account: SignedIn,
  id: string,
): Promise<InterventionRow> {
  const { db } = deps.database
  const { row, access } = await requireIntervention(db, account, id)
  if (row.deleted_at !== null) return row
  const removed = await db.transaction().execute(async (within) => {
    const written = { ...deps, database: { db: within } }
    await recordIntervention(written, { account, access }, 'remove', { before: row, after: null })
    return updateIntervention(within, row.id, { deleted_at: deps.clock.now() })
  })
  await deps.reassess(row.scale_id, [row.time])
  return removed ?? row
}
