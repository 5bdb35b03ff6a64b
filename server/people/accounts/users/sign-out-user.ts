import type { Deps } from '../../../deps.ts'
import { recordChange } from '../../../platform/audit/record-change.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import { selectAccountById } from '../account-queries.ts'
import { silenceDevices } from '../ringing-queries.ts'
import { endSessionsOf } from '../sessions/session-queries.ts'
import { tellOwner } from '../tell-owner.ts'

/**
 * Signs a user out everywhere, so that their devices no longer ring, of which they get a mail; returns how many sessions ended. Throws 404
 * `user_not_found`.
 */
export async function signOutUser(
  deps: Pick<Deps, 'database' | 'clock' | 'mailer' | 'wakeMails'>,
  administrator: SignedIn,
  id: number,
): Promise<number> {
  const ended = await deps.database.db.transaction().execute(async (db) => {
    if (!(await selectAccountById(db, id))) throw new AppError(404, 'user_not_found')
    const silenced = await silenceDevices(db, id)
    const sessions = await endSessionsOf(db, id)
    await recordChange(
      { ...deps, database: { db } },
      {
        actorId: administrator.accountId,
        action: 'user.signOut',
        subjectType: 'user',
        subjectId: String(id),
        before: { sessions },
        after: { sessions: 0 },
      },
    )
    if (sessions + silenced > 0) await tellOwner(deps, db, id, 'signed_out')
    return sessions
  })
  deps.wakeMails()
  return ended
}
