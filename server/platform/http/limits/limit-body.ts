import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '../app-error.ts'
import type { Env } from '../env.ts'

const refuse = (): Response => {
  throw new AppError(413, 'body_too_large')
}

/**
 * Refuses bodies of more than `maximumBytes`: throws 413 `body_too_large`, or answers what `onTooLarge` returns. If the length is announced, the body is left
 * untouched: once somebody has asked for its stream, the server can no longer skip what nobody reads, and the next request on that connection would get lost.
 */
export function limitBody(
  maximumBytes: number | ((c: Context<Env>) => number),
  onTooLarge: (c: Context) => Response | Promise<Response> = refuse,
): MiddlewareHandler<Env> {
  const maximumFor = typeof maximumBytes === 'number' ? () => maximumBytes : maximumBytes
  return async (c, next) => {
    const maxSize = maximumFor(c)
    const announced = c.req.header('content-length')
    if (announced === undefined) return bodyLimit({ maxSize, onError: onTooLarge })(c, next)
    return Number(announced) > maxSize ? onTooLarge(c) : next()
  }
}
