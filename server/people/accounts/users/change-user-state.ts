import type { Deps } from '../../../deps.ts'
import { recordChange } from '../../../platform/audit/record-change.ts'
import { flag } from '../../../platform/db/flag.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import { selectAccountById, updateAccount } from '../account-queries.ts'
import { endSessionsOf } from '../sessions/session-queries.ts'
import { updateUnlessLastAdministrator } from './admin-user-queries.ts'

/**
 * Activates or deactivates a user; without `active`, toggles. A deactivated user is signed out everywhere. Throws 404
 * `user_not_found`, 409 `user_own_account`, 409 `administrator_needed`.
 */
export async function changeUserState(
  { database, clock, config }: Pick<Deps, 'database' | 'clock' | 'config'>,
  administrator: SignedIn,
  id: number,
  wanted: boolean | undefined,
): Promise<boolean> {
  if (id === administrator.accountId) throw new AppError(409, 'user_own_account')
  return database.db.transaction().execute(async (db) => {
    const row = await selectAccountById(db, id)
    if (!row) throw new AppError(404, 'user_not_found')
    const before = row.active === 1
    const active = wanted ?? !before
    if (active || row.admin === 0) await updateAccount(db, id, { active: flag(active) })
    else if (!(await updateUnlessLastAdministrator(db, id, { active: 0 }, config.excludedAdminEmail))) {
      throw new AppError(409, 'administrator_needed')
    }
    if (!active) await endSessionsOf(db, id)
    await recordChange(
      { database: { db }, clock },
      {
        actorId: administrator.accountId,
        action: 'user.changeState',
        subjectType: 'user',
        subjectId: String(id),
        before: { active: before },
        after: { active },
      },
    )
    return active
  })
}
