import type { Context } from 'hono'
import type { Factor } from '#domain/people/second-factor.ts'
import type { Deps } from '../../../deps.ts'
import { isStorageUnavailable } from '../../../platform/db/lane.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { clientAddress } from '../../../platform/http/connections/client-connection.ts'
import type { Env } from '../../../platform/http/env.ts'
import { chooseLocale } from '../../../platform/http/request-locale.ts'
import { knownHost } from '../../../platform/http/site-address.ts'
import type { AccountRow } from '../account-queries.ts'
import { administers } from '../acts-as-admin.ts'
import { logSecurity } from '../security-log.ts'
import { readSessionCookie, writeSessionCookie } from '../sessions/session-cookie.ts'
import { trustDevice } from '../sessions/trusted-device.ts'
import { startSession } from './start-session.ts'

const RETRY_SECONDS = 5

/** Says that it is not the password if a session cannot be stored, as on a full disk: people would set a new one, which fails, too. */
function saidWhy(cause: unknown): never {
  if (!isStorageUnavailable(cause)) throw cause
  const details = { words: 'sign-in.notStored', retryAfterSeconds: RETRY_SECONDS, cause } as const
  throw new AppError(503, 'storage_unavailable', details)
}

/** Signs a browser in: a new session replaces the one it had. `how` is logged. */
export type OpenSession = (
  c: Context<Env>,
  account: AccountRow,
  how: 'signed_in' | 'registered',
  factor: Factor,
) => Promise<void>

export const createOpenSession =
  (deps: Pick<Deps, 'database' | 'clock' | 'ids' | 'config' | 'secrets' | 'logger'>): OpenSession =>
  async (c, account, how, factor) => {
    const { token, seconds } = await startSession(deps, {
      account,
      factor,
      userAgent: c.req.header('user-agent'),
      replaces: readSessionCookie(c, deps.config),
      host: knownHost(c, deps.config),
    }).catch(saidWhy)
    writeSessionCookie(c, deps.config, token, seconds)
    trustDevice(c, deps, account.email)
    c.set('account', undefined)
    chooseLocale(c, account.language)
    const event = how === 'signed_in' && administers(account, factor, deps.config) ? 'administrator_signed_in' : how
    logSecurity(deps.logger, event, { accountId: account.id, factor, from: clientAddress(c, deps.config) })
  }
