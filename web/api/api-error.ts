import * as v from 'valibot'

const ErrorReply = v.object({
  message: v.optional(v.string()),
  code: v.optional(v.string()),
  issues: v.optional(
    v.array(
      v.object({
        path: v.string(),
        message: v.string(),
        code: v.optional(v.string()),
        line: v.optional(v.number()),
      }),
    ),
  ),
})

type Issue = { path: string; message: string; code?: string | undefined; line?: number | undefined }

/** A failed reply. `message` is the server's, in the user's language; `code` is stable; `retryAfter` in seconds. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly issues: Issue[]
  readonly retryAfter: number | undefined
  /** The whole reply, where a code carries more than words. */
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

/** No answer came: no network, or no server behind it. */
export class OfflineError extends Error {
  constructor(cause: unknown) {
    super('no answer from the server', { cause })
    this.name = 'OfflineError'
  }
}

/** Given up by the person while no answer came: whether it was done nobody knows here. */
export class CanceledError extends Error {
  constructor() {
    super('given up while it was slow')
    this.name = 'CanceledError'
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Makes an `ApiError` of a failed reply; what is not the API's JSON becomes the message as it stands. */
export async function readApiError(response: Response): Promise<ApiError> {
  const text = await response.text()
  const reply = parseJson(text)
  const parsed = v.safeParse(ErrorReply, reply)
  const { message, code, issues } = parsed.success ? parsed.output : {}
  const retryAfter = Number(response.headers.get('Retry-After'))
  return new ApiError(response.status, message || text.trim().slice(0, 500) || response.statusText, {
    code,
    issues,
    retryAfter: retryAfter > 0 ? retryAfter : undefined,
    reply,
  })
}
