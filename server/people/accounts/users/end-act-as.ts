import type { Factor } from '#domain/people/second-factor.ts'
import type { Deps } from '../../../deps.ts'
import { recordChange } from '../../../platform/audit/record-change.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { hashToken } from '../../../platform/runtime/ids.ts'
import { type AccountRow, selectAccountById } from '../account-queries.ts'
import { isLive, lifeOf } from '../sessions/session-life.ts'
import {
  deleteActingBy,
  renewSessionToken,
  selectActingSession,
  selectLiveSession,
} from '../sessions/session-queries.ts'

/**
 * Returns an administrator from acting as a user to their own session, also after the hour is over. That session
 * gets a new token, as the browser has no other way to it. Throws 401 `not_signed_in` if there is no session to return to.
 */
export async function endActAs(
  { database, clock, ids, config }: Pick<Deps, 'database' | 'clock' | 'ids' | 'config'>,
  token: string,
): Promise<{ token: string; seconds: number; account: AccountRow; factor: Factor }> {
  const now = clock.now()
  const renewed = ids.token()
  const back = await database.db.transaction().execute(async (db) => {
    const acting = await selectActingSession(db, hashToken(token))
    if (!acting) return undefined
    // all of them: one that ended earlier still refers to the token that changes now
    const ended = await deleteActingBy(db, acting.actor_token_hash)
    const live = await selectLiveSession(db, acting.actor_token_hash, now)
    if (!live || !isLive(live, live, config, now)) return undefined
    const life = lifeOf(live, config, { now, createdAt: live.created_at })
    const own = await renewSessionToken(db, acting.actor_token_hash, {
      token_hash: hashToken(renewed),
      last_seen_at: now,
      expires_at: life.expires_at,
    })
    if (!own) return undefined
    for (const { account_id } of ended) {
      // if the account was deleted, the end was recorded at that time
      if (account_id === own.account_id) continue
      const user = await selectAccountById(db, account_id)
      await recordChange(
        { database: { db }, clock },
        {
          actorId: own.account_id,
          action: 'user.actAsEnd',
          subjectType: 'user',
          subjectId: String(account_id),
          before: { email: user?.email ?? '' },
          after: null,
        },
      )
    }
    const administrator = await selectAccountById(db, own.account_id)
    return administrator && { account: administrator, factor: live.factor, seconds: life.seconds }
  })
  if (!back || back.account.active === 0) throw new AppError(401, 'not_signed_in')
  return { token: renewed, ...back }
}
