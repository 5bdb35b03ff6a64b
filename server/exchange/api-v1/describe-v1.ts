import { describeRoute } from 'hono-openapi'
import type { GenericSchema } from 'valibot'
import { answered } from '../../platform/http/schemas/answers.ts'
import { type Row, tableText } from './table-text.ts'

const words =
  'With the scope `{scope}`. `format=csv`: a table. `nextCursor` (in a table the header `X-Next-Cursor`): send it as `cursor` to get the next page. 120 requests per minute and token.'

/** Describes an endpoint for scripts in the API documentation. */
export const describeV1 = (summary: string, scope: string, schema: GenericSchema, example: Row) => {
  const items = [example]
  const columns = Object.keys(example)
  const { description, content } = answered(schema, { items, nextCursor: null })
  const csv = {
    schema: { type: 'string' as const },
    example: tableText(items, { columns, format: 'csv', nextCursor: null }),
  }
  return describeRoute({
    tags: ['v1'],
    summary,
    description: words.replace('{scope}', scope),
    security: [{ apiToken: [] }, { apiTokenInQuery: [] }],
    responses: { 200: { description, content: { ...content, 'text/csv': csv } } },
  })
}
