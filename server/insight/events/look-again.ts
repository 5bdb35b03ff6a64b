import { createMiddleware } from 'hono/factory'
import type { Env } from '../../platform/http/env.ts'
import { safeMethods } from '../../platform/http/same-origin.ts'
import type { Events } from '../../platform/runtime/events.ts'

const AT_MOST_EVERY_MS = 500

/** Makes open streams check their rights after any request that may have ended sessions or revoked rights. */
export function lookAgainAfter(events: Pick<Events, 'lookAgain'>) {
  let timer: NodeJS.Timeout | undefined
  let isWanted = false
  function tell(): void {
    isWanted = timer !== undefined
    if (isWanted) return
    events.lookAgain()
    timer = setTimeout(() => {
      timer = undefined
      if (isWanted) tell()
    }, AT_MOST_EVERY_MS)
    timer.unref()
  }
  return createMiddleware<Env>(async (c, next) => {
    await next()
    if (!safeMethods.has(c.req.method) || c.req.path.endsWith('/logout')) tell()
  })
}
