import { ACTING_SECONDS } from '#domain/people/account.ts'
import type { Deps } from '../../../deps.ts'
import { recordChange } from '../../../platform/audit/record-change.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import { hashToken } from '../../../platform/runtime/ids.ts'
import { type AccountRow, selectAccountById } from '../account-queries.ts'
import { lifeOf } from '../sessions/session-life.ts'
import { endActingBy, insertSession, selectLiveSession, touchSession } from '../sessions/session-queries.ts'

/**
 * Lets an administrator act as a user, for an hour at most. Returns the token of a separate session, so that no request is
 * ever taken for the other's; one in which they are already acting ends. `seconds` is how long their own session
 * lasts, as the token leads back to it after the hour. Throws 404 `user_not_found`, 409 `act_as_not_allowed` for
 * administrators, oneself and deactivated users, 401 `not_signed_in` if their own session has ended.
 */
export async function actAsUser(
  { database: { db }, clock, ids, config }: Pick<Deps, 'database' | 'clock' | 'ids' | 'config'>,
  administrator: SignedIn,
  userId: number,
  userAgent: string,
): Promise<{ token: string; user: AccountRow; seconds: number }> {
  const token = ids.token()
  const now = clock.now()
  const until = now + ACTING_SECONDS * 1000
  return db.transaction().execute(async (within) => {
    const user = await selectAccountById(within, userId)
    if (!user) throw new AppError(404, 'user_not_found')
    if (user.admin === 1 || user.active === 0 || user.id === administrator.accountId) {
      throw new AppError(409, 'act_as_not_allowed')
    }
    const own = await selectLiveSession(within, administrator.tokenHash, now)
    const life = own && lifeOf(own, config, { now, createdAt: own.created_at })
    const isThere =
      life && (await touchSession(within, own.token_hash, { last_seen_at: now, expires_at: life.expires_at }))
    if (!isThere) throw new AppError(401, 'not_signed_in')
    await endActingBy(within, administrator.tokenHash)
    await insertSession(within, {
      id: ids.uuid(),
      token_hash: hashToken(token),
      account_id: user.id,
      actor_token_hash: administrator.tokenHash,
      user_agent: userAgent,
      created_at: now,
      last_seen_at: now,
      expires_at: until,
    })
    await recordChange(
      { database: { db: within }, clock },
      {
        actorId: administrator.accountId,
        action: 'user.actAsBegin',
        subjectType: 'user',
        subjectId: String(user.id),
        before: null,
        after: { email: user.email, until: new Date(until).toISOString() },
      },
    )
    return { token, user, seconds: life.seconds }
  })
}
