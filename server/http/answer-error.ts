import type { ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ErrorCode } from '#domain/error-code.ts'
import { isStorageUnavailable } from '../db/lane.ts'
import type { Logger } from '../platform/logger.ts'
import { translate } from '../platform/translate.ts'
import { AppError } from './app-error.ts'
import type { Env } from './env.ts'

const STORAGE_RETRY_SECONDS = 5

/** The one place where an error becomes an answer. What was not foreseen is logged and told without its inner text. */
export const answerError =
  (logger: Logger): ErrorHandler<Env> =>
  (error, c) => {
    const known = asAppError(error)
    if (known.status >= 500) logger.error({ err: error, path: c.req.path, requestId: c.get('requestId') }, known.code)
    if (known.retryAfterSeconds !== undefined) c.header('Retry-After', String(known.retryAfterSeconds))
    const message = translate(c.get('locale') ?? 'de', `error.${known.code}`, known.values)
    return c.json({ message, code: known.code, ...(known.issues ? { issues: known.issues } : {}) }, known.status)
  }

const httpCodes: Partial<Record<number, ErrorCode>> = {
  400: 'body_not_json',
  404: 'not_found',
  413: 'body_too_large',
  415: 'media_type',
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isStorageUnavailable(error)) {
    return new AppError(503, 'storage_unavailable', { retryAfterSeconds: STORAGE_RETRY_SECONDS })
  }
  if (error instanceof HTTPException) {
    const code = httpCodes[error.status]
    if (code) return new AppError(error.status as ContentfulStatusCode, code)
  }
  return new AppError(500, 'internal')
}
