import { isObject, number, parsedJson, text } from './read-fields.ts'

type Issue = { path: string; message: string; code?: string | undefined; line?: number | undefined }
type ErrorReply = { message?: string; code?: string; issues?: Issue[] }

const isText = (value: unknown) => text(value) !== undefined
const mayBe = (fits: (value: unknown) => boolean, value: unknown) => value === undefined || fits(value)
const isIssue = (value: unknown) =>
  isObject(value) &&
  isText(value.path) &&
  isText(value.message) &&
  mayBe(isText, value.code) &&
  mayBe((line) => number(line) !== undefined, value.line)
const isErrorReply = (value: unknown): value is ErrorReply =>
  isObject(value) &&
  mayBe(isText, value.message) &&
  mayBe(isText, value.code) &&
  mayBe((issues) => Array.isArray(issues) && issues.every(isIssue), value.issues)

/** A failed reply. `message` is the server's, in the user's language; `code` is stable; `retryAfter` is in seconds. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly issues: Issue[]
  readonly retryAfter: number | undefined
  /** The whole reply, for codes that come with more data than a message. */
  readonly reply: unknown

  constructor(
    status: number,
    message: string,
    details: {
      code?: string | undefined
      issues?: Issue[] | undefined
      retryAfter?: number | undefined
      reply?: unknown
    } = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = details.code
    this.issues = details.issues ?? []
    this.retryAfter = details.retryAfter
    this.reply = details.reply
  }
}

/** No answer came: there is no network, or no server behind it. */
export class OfflineError extends Error {
  constructor(cause: unknown) {
    super('no answer from the server', { cause })
    this.name = 'OfflineError'
  }
}

/** The person gave up while no answer had come; whether the server did it is unknown here. */
export class CanceledError extends Error {
  constructor() {
    super('given up while it was slow')
    this.name = 'CanceledError'
  }
}

/** Builds an `ApiError` from a failed reply; a body that is not the API's JSON becomes the message as is. */
export async function readApiError(response: Response): Promise<ApiError> {
  const body = await response.text()
  const reply = parsedJson(body)
  const { message, code, issues }: ErrorReply = isErrorReply(reply) ? reply : {}
  const retryAfter = Number(response.headers.get('Retry-After'))
  return new ApiError(response.status, message || body.trim().slice(0, 500) || response.statusText, {
    code,
    issues,
    retryAfter: retryAfter > 0 ? retryAfter : undefined,
    reply,
  })
}
