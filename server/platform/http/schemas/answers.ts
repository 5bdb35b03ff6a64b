import type { MiddlewareHandler } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import type { GenericSchema } from 'valibot'
import { defined } from '#domain/platform/defined.ts'
import type { SchemaUse } from './schema-conversion.ts'

type Status = 200 | 201 | 409

/**
 * Describes what a route does and answers, for the API description. `more`: further answers by status; 200 alongside a 201 means
 * that it already existed.
 */
export const answers = (
  tag: string,
  summary: string,
  schema: GenericSchema,
  status: 200 | 201 = 200,
  more: Partial<Record<Status, GenericSchema>> = {},
): MiddlewareHandler => {
  const all = Object.entries<GenericSchema>({ ...more, [status]: schema })
  return describeRoute({
    tags: [tag],
    summary,
    responses: Object.fromEntries(all.map(([code, one]) => [code, answered(one)])),
  })
}

/** A JSON answer in the API description. */
export const answered = (schema: GenericSchema, example?: unknown) => ({
  description: 'Done',
  content: { 'application/json': { schema: resolver(schema), ...defined({ example }) } },
})

/** A JSON body in the API description, for a route that parses it itself. */
export const taken = (schema: GenericSchema, example?: unknown) => ({
  schema: resolver(schema, { options: { side: 'input' } satisfies SchemaUse }),
  ...defined({ example }),
})

/** A file in the API description, or the part of it requested by `Range`. */
export const answeredFile = (types: readonly string[]) => {
  const content = Object.fromEntries(types.map((type) => [type.split(';')[0]!, {}]))
  return {
    200: { description: 'The file', content },
    206: { description: 'Part of the file', content },
    416: { description: 'The part begins after the end of the file' },
  }
}

/** States in the API description that a route needs no session. */
export const withoutSession: MiddlewareHandler = describeRoute({ security: [] })
