import type { HttpBindings } from '@hono/node-server'
import type { Context, ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { routePath } from 'hono/route'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import { isOrphan, isStorageUnavailable } from '../db/lane.ts'
import type { Logger } from '../runtime/logger.ts'
import { type Reader, translate } from '../runtime/translate.ts'
import { AppError, BrokenOff } from './app-error.ts'
import { LeftTurns } from './connections/fair-turns.ts'
import { CHALLENGE } from './connections/plain-connections.ts'
import { currentRequest } from './current-request.ts'
import type { Env } from './env.ts'
import { wordIssue } from './issue-of.ts'
import { localeOf } from './request-locale.ts'

const STORAGE_RETRY_SECONDS = 5

/** Errors that follow from how this installation is set up: the caller is told, but nothing went wrong here. */
const chosen: readonly ErrorCode[] = ['mail_unavailable']

/** What the caller is told about an error; `onUnforeseen` is called for those that are our own fault. */
export function errorReply(error: unknown, reader: Reader, onUnforeseen: (known: AppError) => void) {
  const known = asAppError(error)
  if (known.status >= 500 && !chosen.includes(known.code)) onUnforeseen(known)
  const message = translate(reader, known.words ?? `error.${known.code}`, known.values)
  const body = {
    message,
    code: known.code,
    ...(known.issues ? { issues: known.issues.map((issue) => wordIssue(issue, reader)) } : {}),
  }
  return { status: known.status, body, retryAfterSeconds: known.retryAfterSeconds }
}

/** The one place where an error becomes an answer. Unforeseen errors are logged, and answered without their internal message. */
export const answerError =
  (logger: Logger): ErrorHandler<Env> =>
  (error, c) => {
    // not chosen yet if the database is away while the session is looked up
    const language = c.get('locale') ?? localeOf(c.req.header('accept-language'))
    const reader = { language, country: c.get('account')?.country }
    const told = hasBrokenOff(error, c) ? new BrokenOff(error) : isOrphan(error) ? goneMeanwhile(logger, error) : error
    const { status, body, retryAfterSeconds } = errorReply(told, reader, (known) =>
      logger.error({ err: error, route: routePath(c), requestId: currentRequest()?.id() }, known.code),
    )
    if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds))
    if (status === 401) c.header('WWW-Authenticate', CHALLENGE)
    return c.json(body, status)
  }

/** For a change whose subject, or what that belongs to, was removed after it was looked up. */
function goneMeanwhile(logger: Logger, error: Error): AppError {
  logger.warn({ err: error, requestId: currentRequest()?.id() }, 'the subject of a request no longer exists')
  return new AppError(404, 'not_found', { cause: error })
}

/** Whether the error is of the request itself, which ended before it was complete or got its turn, and not of anything it caused. */
const hasBrokenOff = (error: Error, { env }: Context): boolean => {
  const { incoming } = (env ?? {}) as Partial<HttpBindings>
  return error instanceof LeftTurns || incoming?.errored === error
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
