import type { Deps } from '../http/deps.ts'
import { hashToken } from '../platform/ids.ts'
import { SESSION_LIFE_SECONDS } from './session-cookie.ts'
import { deleteExpiredSessions, deleteSession, insertSession } from './session-queries.ts'

const USER_AGENT_MAXIMUM = 200

/** Opens a session and gives its token; the session this browser had before ends. */
export async function startSession(
  { database, clock, ids }: Pick<Deps, 'database' | 'clock' | 'ids'>,
  session: { accountId: number; userAgent: string | undefined; replaces: string | undefined },
): Promise<string> {
  const now = clock.now()
  const token = ids.token()
  await database.db.transaction().execute(async (db) => {
    if (session.replaces) await deleteSession(db, hashToken(session.replaces))
    await deleteExpiredSessions(db, session.accountId, now)
    await insertSession(db, {
      id: ids.uuid(),
      token_hash: hashToken(token),
      account_id: session.accountId,
      user_agent: (session.userAgent ?? '').slice(0, USER_AGENT_MAXIMUM),
      created_at: now,
      last_seen_at: now,
      expires_at: now + SESSION_LIFE_SECONDS * 1000,
    })
  })
  return token
}
