import type { ValidationTargets } from 'hono'
import { validator } from 'hono-openapi'
import type { BaseIssue, GenericSchema } from 'valibot'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import { AppError } from '../app-error.ts'
import type { Env } from '../env.ts'
import { type CodedIssue, issueOf } from '../issue-of.ts'
import type { SchemaUse } from './schema-conversion.ts'

/**
 * Checks one part of the request against its Valibot schema; on failure answers 400 with the place of each fault. `codeOf` may
 * give a fault a code of its own.
 */
export const validate = <Schema extends GenericSchema, Target extends keyof ValidationTargets>(
  target: Target,
  schema: Schema,
  codeOf?: (issues: CodedIssue[]) => ErrorCode | undefined,
) =>
  validator<Schema, Target, Env, string>(
    target,
    schema,
    (result) => {
      if (result.success) return
      const issues = result.error.map((issue) => issueOf(issue as unknown as BaseIssue<unknown>))
      const code = codeOf?.(issues) ?? (target === 'json' ? 'invalid_body' : 'invalid_query')
      throw new AppError(400, code, { issues })
    },
    { options: { side: 'input', inPlace: target !== 'json' } satisfies SchemaUse },
  )
