import type { Affiliation } from '#domain/people/affiliation.ts'
import type { Deps } from '../../deps.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import { isUniqueViolation } from '../../platform/db/lane.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { insertAffiliation, renameAffiliation, selectAffiliation } from './affiliation-queries.ts'

/** Creates or renames an affiliation. Throws 404 `affiliation_not_found`, 409 `affiliation_name_taken`. */
export async function saveAffiliation(
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  administrator: SignedIn,
  { id, name }: { id?: number | undefined; name: string },
): Promise<Affiliation> {
  const save = () =>
    db.transaction().execute(async (within) => {
      const before = id === undefined ? null : await selectAffiliation(within, id)
      const saved = id === undefined ? await insertAffiliation(within, name) : await renameAffiliation(within, id, name)
      if (!saved || before === undefined) throw new AppError(404, 'affiliation_not_found')
      await recordChange(
        { database: { db: within }, clock },
        {
          actorId: administrator.accountId,
          action: id === undefined ? 'affiliation.add' : 'affiliation.rename',
          subjectType: 'affiliation',
          subjectId: String(saved.id),
          before: before && { name: before.name },
          after: { name: saved.name },
        },
      )
      return saved
    })
  return save().catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError(409, 'affiliation_name_taken', { cause: error }) : error
  })
}
