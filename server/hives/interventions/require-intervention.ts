import type { Kysely } from 'kysely'
import type { Access } from '#domain/people/permission.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { Tables } from '../../store/tables.ts'
import { requireScale } from '../scales/visible-scales.ts'
import { type InterventionRow, selectIntervention } from './intervention-queries.ts'

export type RequiredIntervention = { row: InterventionRow; access: Access }

/** Returns an intervention, deleted or not, at a scale that `account` may change. Throws 404 `intervention_not_found`, 403. */
export async function requireIntervention(
  db: Kysely<Tables>,
  account: SignedIn,
  id: string,
): Promise<RequiredIntervention> {
  const row = await selectIntervention(db, id.toLowerCase())
  if (!row) throw new AppError(404, 'intervention_not_found')
  const { access } = await requireScale(db, account, row.scale_id, 'write').catch((error: unknown) => {
    const unseen = error instanceof AppError && error.status === 404
    throw unseen ? new AppError(404, 'intervention_not_found', { cause: error }) : error
  })
  return { row, access }
}
