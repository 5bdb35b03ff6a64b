import { createMiddleware } from 'hono/factory'

/** Ends the body that the answer to a GET would have: nobody reads it after a HEAD, and a stream would stay open forever. */
export const endBodyOfHead = createMiddleware(async (c, next) => {
  await next()
  if (c.req.method === 'HEAD') await c.res.body?.cancel()
})
