import { createMiddleware } from 'hono/factory'
import type { Config } from '../config.ts'
import { actByAdmin } from '../http/current-request.ts'
import type { Deps } from '../http/deps.ts'
import type { Env, SignedIn } from '../http/env.ts'
import { hashToken } from '../platform/ids.ts'
import { readSessionCookie, SESSION_LIFE_SECONDS, writeSessionCookie } from './session-cookie.ts'
import { type SessionRow, selectLiveSession, touchSession } from './session-queries.ts'

const TOUCH_AFTER_MS = 3_600_000

/** Puts the signed-in account into the context. A session in use is prolonged, at most once an hour. */
export const loadSession = ({ database, clock, config }: Pick<Deps, 'database' | 'clock' | 'config'>) =>
  createMiddleware<Env>(async (c, next) => {
    const token = c.req.path.startsWith('/api/ingest') ? undefined : readSessionCookie(c, config)
    if (!token) return next()
    const now = clock.now()
    const live = await readSession({ database, clock, config }, hashToken(token))
    if (!live) return next()
    const { session, account } = live
    c.set('account', account)
    if (account.actor) actByAdmin(account.actor.accountId)
    await next()
    const ended = c.get('account') === undefined
    if (ended || account.actor || now - session.last_seen_at < TOUCH_AFTER_MS) return
    await touchSession(database.db, session.token_hash, {
      last_seen_at: now,
      expires_at: now + SESSION_LIFE_SECONDS * 1000,
    })
    writeSessionCookie(c, config, token)
  })

/** Who is signed in by a session, with the rights of this moment; undefined where it is over. */
export async function readSession(
  { database, clock, config }: Pick<Deps, 'database' | 'clock' | 'config'>,
  tokenHash: string,
): Promise<{ session: SessionRow; account: SignedIn } | undefined> {
  const now = clock.now()
  const session = await selectLiveSession(database.db, tokenHash, now)
  const actor = session?.actor_token_hash && (await selectLiveSession(database.db, session.actor_token_hash, now))
  if (!session || (session.actor_token_hash && !(actor && actsAsAdmin(actor, config)))) return undefined
  return { session, account: actor ? inTheNameOf(session, actor) : toSignedIn(session, config) }
}

const sessionOf = (session: SessionRow): Omit<SignedIn, 'admin'> => ({
  accountId: session.account_id,
  email: session.email,
  role: session.role,
  affiliationId: session.affiliation_id,
  language: session.language,
  tokenHash: session.token_hash,
  sessionId: session.id,
})

const toSignedIn = (session: SessionRow, config: Config): SignedIn => ({
  ...sessionOf(session),
  admin: actsAsAdmin(session, config),
})

/** Whoever acts in somebody's name has their rights alone, and none of administrators. */
const inTheNameOf = (session: SessionRow, { account_id: accountId, email }: SessionRow): SignedIn => ({
  ...sessionOf(session),
  admin: false,
  actor: { accountId, email, until: session.expires_at },
})

/** The admin flag, but for the one address that is left out of administration. */
export const actsAsAdmin = (account: { email: string; admin: 0 | 1 }, config: Config): boolean =>
  account.admin === 1 && account.email !== config.excludedAdminEmail
