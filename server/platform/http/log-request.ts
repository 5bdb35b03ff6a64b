import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { Logger } from '../runtime/logger.ts'

/** The number of answers, by the first digit of their status. */
export type AnswerCounts = Float64Array
export const createAnswerCounts = (): AnswerCounts => new Float64Array(6)

type Answered = { method: string; route: string; status: number; begunAt: number }

/** The only way in which answers are logged: with the pattern of the route, never the actual address. */
export const logAnswer = (logger: Logger, { begunAt, ...answered }: Answered): void =>
  logger.debug({ ...answered, ms: Math.round(performance.now() - begunAt) }, 'answered')

/** Counts the answers, and logs each at `debug`. */
export const logRequest = (logger: Logger, counts: AnswerCounts) =>
  createMiddleware(async (c, next) => {
    const begunAt = performance.now()
    await next()
    const { status } = c.res
    counts[Math.floor(status / 100)]!++
    if (!logger.isLevelEnabled('debug')) return
    logAnswer(logger, { method: c.req.method, route: routePath(c), status, begunAt })
  })
