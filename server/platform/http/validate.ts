import type { ValidationTargets } from 'hono'
import { validator } from 'hono-openapi'
import type { GenericSchema } from 'valibot'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import { AppError, type Issue } from './app-error.ts'
import type { Env } from './env.ts'
import type { SchemaUse } from './schema-conversion.ts'

type PathItem = PropertyKey | { key: PropertyKey }

const pathText = (path: readonly PathItem[] = []) =>
  path.map((item) => String(typeof item === 'object' ? item.key : item)).join('.')

/**
 * Checks one part of the request against its Valibot schema; a failure is 400 with the place of each fault. `codeOf` may
 * name a fault by a code of its own.
 */
export const validate = <Schema extends GenericSchema, Target extends keyof ValidationTargets>(
  target: Target,
  schema: Schema,
  codeOf?: (issues: Issue[]) => ErrorCode | undefined,
) =>
  validator<Schema, Target, Env, string>(
    target,
    schema,
    (result) => {
      if (result.success) return
      const issues = result.error.map((issue) => ({ path: pathText(issue.path as PathItem[]), message: issue.message }))
      const code = codeOf?.(issues) ?? (target === 'json' ? 'invalid_body' : 'invalid_query')
      throw new AppError(400, code, { issues })
    },
    { options: { side: 'input', inPlace: target !== 'json' } satisfies SchemaUse },
  )
