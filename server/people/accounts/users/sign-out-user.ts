import type { Deps } from '../../../deps.ts'
import { recordChange } from '../../../platform/audit/record-change.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import { selectAccountById } from '../account-queries.ts'
import { endSessionsOf } from '../sessions/session-queries.ts'

/** Signs a user out everywhere; returns how many sessions ended. Throws 404 `user_not_found`. */
export const signOutUser = (
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  administrator: SignedIn,
  id: number,
): Promise<number> =>
  database.db.transaction().execute(async (db) => {
    if (!(await selectAccountById(db, id))) throw new AppError(404, 'user_not_found')
    const ended = await endSessionsOf(db, id)
    await recordChange(
      { database: { db }, clock },
      {
        actorId: administrator.accountId,
        action: 'user.signOut',
        subjectType: 'user',
        subjectId: String(id),
        before: { sessions: ended },
        after: { sessions: 0 },
      },
    )
    return ended
  })
