import type { Deps } from '../../deps.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { markRecorded } from '../../platform/http/current-request.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { selectAssigned, updateAssigned } from './affiliation-queries.ts'
import { requireAffiliation } from './require-affiliation.ts'

/**
 * Assigns transmitters to an affiliation, whichever they belonged to. Throws 404 `affiliation_not_found`, and 404
 * `controller_not_found` if one of them does not exist; then none is moved.
 */
export async function assignControllers(
  { database, clock, events }: Pick<Deps, 'database' | 'clock' | 'events'>,
  administrator: SignedIn,
  affiliationId: number,
  controllerIds: readonly number[],
): Promise<number[]> {
  const wanted = [...new Set(controllerIds)]
  await database.db.transaction().execute(async (db) => {
    const { name } = await requireAffiliation(db, affiliationId)
    const affiliation = { id: affiliationId, name }
    const found = await selectAssigned(db, wanted)
    if (found.length < wanted.length) throw new AppError(404, 'controller_not_found')
    const moved = found.filter(({ affiliation_id }) => affiliation_id !== affiliationId)
    if (moved.length === 0) return markRecorded()
    await updateAssigned(db, wanted, affiliationId)
    await recordChange(
      { database: { db }, clock },
      {
        actorId: administrator.accountId,
        action: 'affiliation.assign',
        subjectType: 'affiliation',
        subjectId: String(affiliationId),
        before: {
          controllers: moved.map(({ id, name, affiliation_id, affiliation_name }) => ({
            ...{ id, name },
            affiliation: affiliation_id === null ? null : { id: affiliation_id, name: affiliation_name },
          })),
        },
        after: { controllers: moved.map(({ id, name }) => ({ id, name, affiliation })) },
      },
    )
  })
  for (const controllerId of wanted) events.publish({ type: 'controller', controllerId, scaleIds: [] })
  return wanted
}
