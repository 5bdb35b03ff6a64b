import type { Factor } from '#domain/people/second-factor.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { hashToken } from '../../../platform/runtime/ids.ts'
import { type AccountRow, selectAccountById, updateAccount } from '../account-queries.ts'
import { moveDevice } from '../ringing-queries.ts'
import { hasCodes } from '../second-factor/has-second-factor.ts'
import { lifeOf } from '../sessions/session-life.ts'
import { deleteExpiredSessions, deleteSession, insertSession } from '../sessions/session-queries.ts'

const USER_AGENT_MAXIMUM = 200

/**
 * Opens a session and returns its token; the browser's previous session ends. Throws 401 `credentials_wrong` if the
 * account's password was changed, or the account deactivated, during the sign-in, and 401 `second_factor_required` if
 * one-time codes were turned on during it.
 */
export async function startSession(
  { database, clock, ids, config }: Pick<Deps, 'database' | 'clock' | 'ids' | 'config'>,
  session: {
    account: AccountRow
    factor: Factor
    userAgent: string | undefined
    replaces: string | undefined
    /** The host where the account is used from now on. */
    host?: string | undefined
  },
): Promise<{ token: string; seconds: number }> {
  const now = clock.now()
  const token = ids.token()
  const id = ids.uuid()
  const { account, factor } = session
  const { seconds, expires_at } = lifeOf(account, config, { now })
  await database.db.transaction().execute(async (db) => {
    const current = await selectAccountById(db, account.id)
    if (current?.active !== 1 || current.password_hash !== account.password_hash) {
      throw new AppError(401, 'credentials_wrong')
    }
    if (factor === 'password' && (await hasCodes(db, account.id))) throw new AppError(401, 'second_factor_required')
    if (session.host && session.host !== current.site_host) {
      await updateAccount(db, account.id, { site_host: session.host })
    }
    if (session.replaces) {
      const fromTokenHash = hashToken(session.replaces)
      await moveDevice(db, account.id, { fromTokenHash, toSessionId: id })
      await deleteSession(db, fromTokenHash)
    }
    await deleteExpiredSessions(db, account.id, now)
    await insertSession(db, {
      id,
      token_hash: hashToken(token),
      account_id: account.id,
      user_agent: (session.userAgent ?? '').slice(0, USER_AGENT_MAXIMUM),
      created_at: now,
      last_seen_at: now,
      expires_at,
      confirmed_at: now,
      factor,
    })
  })
  return { token, seconds }
}
