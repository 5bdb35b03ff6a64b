import type { MiddlewareHandler } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import type { GenericSchema } from 'valibot'

/** Says in the API's description what a route does and answers with. */
export const answers = (
  tag: string,
  summary: string,
  schema: GenericSchema,
  status: 200 | 201 = 200,
): MiddlewareHandler =>
  describeRoute({
    tags: [tag],
    summary,
    responses: {
      [status]: { description: summary, content: { 'application/json': { schema: resolver(schema) } } },
    },
  })

/** Says in the API's description that a route needs no session. */
export const withoutSession: MiddlewareHandler = describeRoute({ security: [] })
