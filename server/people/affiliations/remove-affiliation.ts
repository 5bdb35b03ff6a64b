import type { Deps } from '../../deps.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { deleteEmptyAffiliation } from './affiliation-queries.ts'
import { requireAffiliation } from './require-affiliation.ts'

/** Removes an affiliation. Throws 404 `affiliation_not_found`, 409 `affiliation_in_use` if users or transmitters belong to it. */
export const removeAffiliation = (
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  administrator: SignedIn,
  id: number,
): Promise<void> =>
  database.db.transaction().execute(async (db) => {
    const { name } = await requireAffiliation(db, id)
    if (!(await deleteEmptyAffiliation(db, id))) throw new AppError(409, 'affiliation_in_use')
    await recordChange(
      { database: { db }, clock },
      {
        actorId: administrator.accountId,
        action: 'affiliation.remove',
        subjectType: 'affiliation',
        subjectId: String(id),
        before: { name },
        after: null,
      },
    )
  })
