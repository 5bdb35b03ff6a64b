import type { Context, ValidationTargets } from 'hono'
import { validator } from 'hono-openapi'
import { type BaseIssue, type GenericSchema, safeParse } from 'valibot'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import { AppError } from '../app-error.ts'
import type { Env } from '../env.ts'
import { type CodedIssue, issueOf } from '../issue-of.ts'
import { isLarge, parseBounded } from './parse-bounded.ts'
import type { SchemaUse } from './schema-conversion.ts'

/** A body of this size has few parts, and is not looked at beforehand. */
const SMALL_BODY_BYTES = 2048

/**
 * Checks one part of the request against its Valibot schema; on failure answers 400 with the place of each fault, or of the first one in a
 * body that is larger than a form. `codeOf` may give a fault a code of its own.
 */
export function validate<Schema extends GenericSchema, Target extends keyof ValidationTargets>(
  target: Target,
  schema: Schema,
  codeOf?: (issues: CodedIssue[]) => ErrorCode | undefined,
) {
  function refuse(found: readonly unknown[]): never {
    const issues = found.map((issue) => issueOf(issue as BaseIssue<unknown>))
    const code = codeOf?.(issues) ?? (target === 'json' ? 'invalid_body' : 'invalid_query')
    throw new AppError(400, code, { issues })
  }

  const check = validator<Schema, Target, Env, string>(
    target,
    schema,
    (result) => {
      if (!result.success) refuse(result.error)
    },
    { options: { side: 'input', inPlace: target !== 'json' } satisfies SchemaUse },
  )
  if (target !== 'json') return check

  const checkLarge = async (c: Context) => {
    if (Number(c.req.header('content-length') ?? Number.POSITIVE_INFINITY) <= SMALL_BODY_BYTES) return
    // a body that is no JSON is left to the check itself
    const body: unknown = await c.req.json().catch(() => undefined)
    if (!isLarge(body)) return
    const { issues } = parseBounded(schema, body)
    if (issues) refuse(issues)
  }
  // some clients label each request as JSON, even if they have nothing to send
  const mayBeEmpty = safeParse(schema, {}).success
  const bounded: typeof check = async (c, next) => {
    const isEmpty = mayBeEmpty && (await c.req.text().catch(() => undefined)) === ''
    if (isEmpty) Object.assign(c.req.bodyCache, { text: Promise.resolve('{}') })
    await checkLarge(c)
    return check(c, next)
  }
  // with the description of the route
  return Object.assign(bounded, check)
}
