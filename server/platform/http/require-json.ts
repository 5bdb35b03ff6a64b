import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { AppError } from './app-error.ts'
import type { Env } from './env.ts'

const unsafe = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Rejects every body that is not JSON, or packed: 415 `media_type`, unless `requireCall` says that there is no such call. Device endpoints have their
 * own rules.
 */
export const requireJson = (requireCall: (c: Context) => void) =>
  createMiddleware<Env>(async (c, next) => {
    const type = c.req.header('content-type')
    const size = c.req.header('content-length')
    const hasBody = type !== undefined || (size !== undefined && size !== '0') || c.req.header('transfer-encoding')
    const fromDevice = c.req.path.startsWith('/api/ingest')
    const isPlain = /^(identity)?$/i.test(c.req.header('content-encoding') ?? '')
    const isJson = isPlain && /^application\/json\s*(;|$)/i.test(type ?? '')
    if (unsafe.has(c.req.method) && !fromDevice && hasBody && !isJson) {
      requireCall(c)
      throw new AppError(415, 'media_type')
    }
    await next()
  })
