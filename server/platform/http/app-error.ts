import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import type { Issue } from '#domain/platform/error-reply.ts'
import type { CodedIssue } from './issue-of.ts'

export type { CodedIssue, Issue }

/** The one error a verb throws: `code` is the translation key, `status` the answer's. */
export class AppError extends Error {
  readonly status: ContentfulStatusCode
  readonly code: ErrorCode
  readonly issues: (CodedIssue | Issue)[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly values: Record<string, string | number> | undefined

  constructor(
    status: ContentfulStatusCode,
    code: ErrorCode,
    details: {
      issues?: (CodedIssue | Issue)[]
      retryAfterSeconds?: number
      values?: Record<string, string | number>
      cause?: unknown
    } = {},
  ) {
    super(code, { cause: details.cause })
    this.status = status
    this.code = code
    this.issues = details.issues
    this.retryAfterSeconds = details.retryAfterSeconds
    this.values = details.values
  }
}
