import * as v from 'valibot'
import { ErrorCode } from './error-code.ts'

/** `line`: counted from 1, where the fault is in a text of many lines. */
export const Issue = v.object({ path: v.string(), message: v.string(), line: v.optional(v.number()) })
export type Issue = v.InferOutput<typeof Issue>

/** What went wrong: `code` is stable, `message` is in the language of the request. */
export const ErrorReply = v.object({ message: v.string(), code: ErrorCode, issues: v.optional(v.array(Issue)) })
export type ErrorReply = v.InferOutput<typeof ErrorReply>
