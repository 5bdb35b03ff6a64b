import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import type { Issue } from '#domain/platform/error-reply.ts'
import type { MessageId } from '../../../locales/message-id.ts'
import type { CodedIssue } from './issue-of.ts'

export type { CodedIssue, Issue }

/** The one error that use cases throw: `code` is the translation key, unless `words` give a more specific one; `status` is the HTTP status. */
export class AppError extends Error {
  readonly status: ContentfulStatusCode
  readonly code: ErrorCode
  readonly issues: (CodedIssue | Issue)[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly values: Record<string, string | number> | undefined
  readonly words: MessageId | undefined

  constructor(
    status: ContentfulStatusCode,
    code: ErrorCode,
    details: {
      issues?: (CodedIssue | Issue)[]
      retryAfterSeconds?: number
      values?: Record<string, string | number>
      words?: MessageId
      cause?: unknown
    } = {},
  ) {
    super(code, { cause: details.cause })
    this.status = status
    this.code = code
    this.issues = details.issues
    this.retryAfterSeconds = details.retryAfterSeconds
    this.values = details.values
    this.words = details.words
  }
}

/** The caller disconnected before the whole request had arrived: nobody hears the answer, and nobody did anything wrong. */
export class BrokenOff extends AppError {
  constructor(cause?: unknown) {
    super(400, 'invalid_body', { cause })
  }
}
