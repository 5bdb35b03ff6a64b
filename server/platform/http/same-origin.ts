import { createMiddleware } from 'hono/factory'
import { AppError } from './app-error.ts'
import type { Env } from './env.ts'

/** What only asks. */
export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Rejects requests that another site makes a browser send: 403 `cross_origin`. Browsers say where a request comes from
 * (`Sec-Fetch-Site`, otherwise `Origin`); devices and scripts send neither, and carry no victim's cookie.
 */
export const sameOrigin = createMiddleware<Env>(async (c, next) => {
  const changes = !safeMethods.has(c.req.method) || c.req.path === '/api/user/logout'
  if (changes && !fromHere(c.req.header('sec-fetch-site'), c.req.header('origin'), c.req.header('host'))) {
    throw new AppError(403, 'cross_origin')
  }
  await next()
})

function fromHere(site: string | undefined, origin: string | undefined, host: string | undefined): boolean {
  if (site) return site === 'same-origin' || site === 'none'
  if (!origin) return true
  return URL.canParse(origin) && new URL(origin).host === host
}
