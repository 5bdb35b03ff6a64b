import type { Deps } from '../http/deps.ts'
import type { SignedIn } from '../http/env.ts'
import { type InterventionRow, updateIntervention } from './intervention-queries.ts'
import { requireIntervention } from './require-intervention.ts'

/** Marks an intervention as deleted; once more changes nothing. */
export async function removeIntervention(
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  account: SignedIn,
  id: string,
): Promise<InterventionRow> {
  const row = await requireIntervention(db, account, id)
  if (row.deleted_at !== null) return row
  return (await updateIntervention(db, row.id, { deleted_at: clock.now() })) ?? row
}
