import * as v from 'valibot'
import { ErrorCode } from './error-code.ts'

/** What can be wrong with a single value of a request. */
export const issueCodes = [
  'missing',
  'unknown_field',
  'not_text',
  'not_number',
  'not_boolean',
  'not_list',
  'not_object',
  'not_listed',
  'empty',
  'too_short',
  'too_long',
  'too_few',
  'too_many',
  'too_small',
  'too_large',
  'not_whole',
  'not_email',
  'not_time',
  'not_time_zone',
  'ends_before',
  'wrong_form',
  'wrong',
] as const
export type IssueCode = (typeof issueCodes)[number]

/**
 * `message` names the field, in the language of the request; `code` is stable. `detail`: what was expected, in English, if the code does
 * not say so. `line`: counted from 1, if the error is in a text of several lines.
 */
export const Issue = v.object({
  path: v.string(),
  message: v.string(),
  code: v.optional(v.string()),
  detail: v.optional(v.string()),
  line: v.optional(v.number()),
})
export type Issue = v.InferOutput<typeof Issue>

/** What went wrong: `code` is stable, `message` is in the language of the request. */
export const ErrorReply = v.object({ message: v.string(), code: ErrorCode, issues: v.optional(v.array(Issue)) })
export type ErrorReply = v.InferOutput<typeof ErrorReply>
