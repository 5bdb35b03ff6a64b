import type { Affiliation } from '#domain/people/affiliation.ts'
import { foldText } from '#domain/platform/search-words.ts'
import type { Deps } from '../../deps.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { insertAffiliation, renameAffiliation, selectAffiliation, selectNames } from './affiliation-queries.ts'

/** Creates or renames an affiliation. Throws 404 `affiliation_not_found`, and 409 `affiliation_name_taken`, also if only case, accents or spaces differ. */
export const saveAffiliation = (
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  administrator: SignedIn,
  { id, name }: { id?: number | undefined; name: string },
): Promise<Affiliation> =>
  database.db.transaction().execute(async (db) => {
    const before = id === undefined ? null : await selectAffiliation(db, id)
    const isTaken = (other: Affiliation) => other.id !== id && comparable(other.name) === comparable(name)
    if ((await selectNames(db)).some(isTaken)) throw new AppError(409, 'affiliation_name_taken')
    const saved = id === undefined ? await insertAffiliation(db, name) : await renameAffiliation(db, id, name)
    if (!saved || before === undefined) throw new AppError(404, 'affiliation_not_found')
    await recordChange(
      { database: { db }, clock },
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

/** Names that people cannot tell apart in a list are the same. */
const comparable = (name: string) => foldText(name).replace(/\s+/g, ' ')
