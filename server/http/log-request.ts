import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { Logger } from '../platform/logger.ts'

/** How many answers there were, by the hundreds of their status. */
export type AnswerCounts = Float64Array
export const createAnswerCounts = (): AnswerCounts => new Float64Array(6)

/** Counts the answers, and at `debug` logs each: the pattern of its route, never the address that was called. */
export const logRequest = (logger: Logger, counts: AnswerCounts) =>
  createMiddleware(async (c, next) => {
    const begunAt = performance.now()
    await next()
    const { status } = c.res
    counts[Math.floor(status / 100)]!++
    if (!logger.isLevelEnabled('debug')) return
    const ms = Math.round(performance.now() - begunAt)
    logger.debug({ method: c.req.method, route: routePath(c), status, ms }, 'answered')
  })
