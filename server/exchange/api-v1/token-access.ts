import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ApiTokenScope } from '#domain/people/api-token.ts'
import type { Deps } from '../../deps.ts'
import { type OpenedToken, openApiToken } from '../../people/accounts/api-tokens/open-api-token.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { countedAddress } from '../../platform/http/connections/client-connection.ts'
import type { Env } from '../../platform/http/env.ts'
import { countWrong } from '../../platform/http/limits/count-wrong.ts'
import { createPlaceLimit } from '../../platform/http/limits/place-limit.ts'
import { createRateLimit } from '../../platform/http/limits/rate-limit.ts'

const REQUESTS_A_MINUTE = 120
const WRONG_TOKENS = 60
const WRONG_TOKENS_SECONDS = 600

export type TokenEnv = { Variables: Env['Variables'] & { token: OpenedToken } }

/** Reads the token from the header, or from the URL for clients that cannot send headers, such as spreadsheet functions. */
const tokenOf = (c: Context): string | undefined => {
  const header = c.req.header('authorization')
  if (header !== undefined) return /^Bearer +(\S{1,200})$/i.exec(header.trim())?.[1]
  return c.req.query('token')?.slice(0, 200) || undefined
}

/**
 * Admits requests whose token has the scope, no matter who is signed in. Throws 401 `api_token_missing`, `api_token_wrong` and
 * `api_token_ended`, 403 `api_token_scope`, 429 `too_many_requests` beyond 120 requests per minute and token, or when an address tries one
 * token after another.
 */
export function createTokenAccess(deps: Pick<Deps, 'database' | 'clock' | 'config'>) {
  const requests = createRateLimit(REQUESTS_A_MINUTE, 60)
  const tries = createPlaceLimit(WRONG_TOKENS, WRONG_TOKENS_SECONDS)
  return (scope: ApiTokenScope) =>
    createMiddleware<TokenEnv>(async (c, next) => {
      const text = tokenOf(c)
      if (text === undefined) throw new AppError(401, 'api_token_missing')
      const token = await countWrong(tries, countedAddress(c, deps.config), () => openApiToken(deps, text))
      await requests.consume(String(token.id))
      if (!token.scopes.includes(scope)) throw new AppError(403, 'api_token_scope')
      c.set('token', token)
      c.header('Cache-Control', 'private, no-store')
      c.header('Referrer-Policy', 'no-referrer')
      await next()
    })
}
