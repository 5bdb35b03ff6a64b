import type { Context } from 'hono'
import type { Deps } from '../http/deps.ts'
import type { Env } from '../http/env.ts'
import type { AccountRow } from './account-queries.ts'
import { readSessionCookie, writeSessionCookie } from './session-cookie.ts'
import { startSession } from './start-session.ts'

/** Signs a browser in: a new session takes the place of the one it had. */
export type OpenSession = (c: Context<Env>, account: AccountRow) => Promise<void>

export const createOpenSession =
  (deps: Pick<Deps, 'database' | 'clock' | 'ids' | 'config'>): OpenSession =>
  async (c, account) => {
    const token = await startSession(deps, {
      account,
      userAgent: c.req.header('user-agent'),
      replaces: readSessionCookie(c, deps.config),
    })
    writeSessionCookie(c, deps.config, token)
    c.set('account', undefined)
  }
