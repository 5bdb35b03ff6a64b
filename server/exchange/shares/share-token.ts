import { createMiddleware } from 'hono/factory'
import { describeRoute } from 'hono-openapi'
import type { Config } from '../../platform/config/config.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { countedAddress } from '../../platform/http/connections/client-connection.ts'
import type { Env, Shared } from '../../platform/http/env.ts'
import { countWrong } from '../../platform/http/limits/count-wrong.ts'
import { createPlaceLimit } from '../../platform/http/limits/place-limit.ts'

const HEADER = 'x-share-token'
const WRONG_TOKENS = 60
const WRONG_TOKENS_SECONDS = 600

/** All routes that a share token may call; the response of each is limited to the share. */
const sharedRoutes = new Set(['GET /api/timeline', 'GET /api/share/view'])

/** States in the API documentation that a route needs a share token. */
export const withShareToken = describeRoute({ security: [{ shareToken: [] }] })

/**
 * A request with `X-Share-Token` has only the rights of that token, no matter who is signed in: anything but `sharedRoutes` is 403
 * `forbidden`, a token that opens nothing 404 `share_unavailable`. An address that has tried too many of those has to wait.
 */
export function shareToken(config: Config, openShare: (token: string) => Promise<Shared | undefined>) {
  const tries = createPlaceLimit(WRONG_TOKENS, WRONG_TOKENS_SECONDS)
  return createMiddleware<Env>(async (c, next) => {
    const token = c.req.header(HEADER)
    if (token === undefined) return next()
    c.set('account', undefined)
    if (!sharedRoutes.has(`${c.req.method} ${c.req.path}`)) throw new AppError(403, 'forbidden')
    const open = async () => {
      const share = await openShare(token)
      if (!share) throw new AppError(404, 'share_unavailable')
      return share
    }
    c.set('share', await countWrong(tries, countedAddress(c, config), open))
    await next()
  })
}
