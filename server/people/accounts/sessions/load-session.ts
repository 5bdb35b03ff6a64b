import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Deps } from '../../../deps.ts'
import type { Config } from '../../../platform/config/config.ts'
import { isStorageUnavailable } from '../../../platform/db/lane.ts'
import { actByAdmin } from '../../../platform/http/current-request.ts'
import type { Env, SignedIn } from '../../../platform/http/env.ts'
import { hashToken } from '../../../platform/runtime/ids.ts'
import { administers, lacksSecondFactor } from '../acts-as-admin.ts'
import { readSessionCookie, writeSessionCookie } from './session-cookie.ts'
import { isDueForTouch, isLive, lifeOf } from './session-life.ts'
import { type SessionRow, selectLiveSession, touchSession } from './session-queries.ts'

/** Puts the signed-in account into the context. A session in use is extended, at most once an hour; see `lifeOf`. */
export const loadSession = ({ database, clock, config }: Pick<Deps, 'database' | 'clock' | 'config'>) =>
  createMiddleware<Env>(async (c, next) => {
    const token = c.req.path.startsWith('/api/ingest') ? undefined : readSessionCookie(c, config)
    if (!token) return next()
    const now = clock.now()
    const live = await readSession({ database, clock, config }, hashToken(token))
    if (!live) return next()
    const { session, account } = live
    if (isMadeByAnother(c, account)) return next()
    c.set('account', account)
    if (account.actor) actByAdmin(account.actor.accountId)
    await next()
    const ended = c.get('account') === undefined
    if (ended || account.actor || !isDueForTouch(session, session, config, now)) return
    const { seconds, expires_at } = lifeOf(session, config, { now, createdAt: session.created_at })
    try {
      const times = { last_seen_at: now, expires_at }
      // a request answered in the meantime may have put another session into the browser
      if (!(await touchSession(database.db, session.token_hash, times, session.last_seen_at))) return
    } catch (error) {
      // the request is answered all the same; the next one extends the session
      if (isStorageUnavailable(error)) return
      throw error
    }
    writeSessionCookie(c, config, token, seconds)
  })

/**
 * Whether a device sends a change that somebody else made on it, named by `Device-Account`: the browser's cookie can be that of the next person
 * before the device knows. To such a change nobody is signed in, so it waits until whoever made it is back.
 */
function isMadeByAnother(c: Context, { accountId }: SignedIn): boolean {
  const madeBy = c.req.header('Device-Account')
  return madeBy !== undefined && madeBy !== String(accountId)
}

/** The account signed in by a session, with its current rights. Undefined if the session is over. */
export async function readSession(
  { database, clock, config }: Pick<Deps, 'database' | 'clock' | 'config'>,
  tokenHash: string,
): Promise<{ session: SessionRow; account: SignedIn } | undefined> {
  const now = clock.now()
  const live = async (hash: string): Promise<SessionRow | undefined> => {
    const row = await selectLiveSession(database.db, hash, now)
    return row && isLive(row, row, config, now) ? row : undefined
  }
  const session = await live(tokenHash)
  if (!session?.actor_token_hash) return session && { session, account: toSignedIn(session, config) }
  // nobody may act as an administrator, not even as a user who has become one since
  const actor = session.admin === 0 ? await live(session.actor_token_hash) : undefined
  return actor && administers(actor, actor.factor, config)
    ? { session, account: inTheNameOf(session, actor) }
    : undefined
}

const sessionOf = (session: SessionRow): Omit<SignedIn, 'admin' | 'lacksSecondFactor'> => ({
  accountId: session.account_id,
  email: session.email,
  role: session.role,
  affiliationId: session.affiliation_id,
  language: session.language,
  country: session.country,
  siteHost: session.site_host,
  tokenHash: session.token_hash,
  sessionId: session.id,
  confirmedAt: session.confirmed_at,
  factor: session.factor,
})

const toSignedIn = (session: SessionRow, config: Config): SignedIn => ({
  ...sessionOf(session),
  admin: administers(session, session.factor, config),
  lacksSecondFactor: lacksSecondFactor(session, session.factor, config),
})

/** An administrator acting as a user has only the user's rights, and none of an administrator's. */
const inTheNameOf = (session: SessionRow, { account_id: accountId, email }: SessionRow): SignedIn => ({
  ...sessionOf(session),
  admin: false,
  lacksSecondFactor: false,
  actor: { accountId, email, until: session.expires_at },
})
