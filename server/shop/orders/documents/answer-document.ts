import type { Context } from 'hono'
import { describeRoute } from 'hono-openapi'
import type { Env } from '../../../platform/http/env.ts'
import type { OrderDocument } from './draw-order-document.ts'

/** A route that answers with a paper, in the API's description. */
export const describeDocument = (summary: string) =>
  describeRoute({
    tags: ['shop'],
    summary,
    responses: { 200: { description: 'The paper', content: { 'application/pdf': {} } } },
  })

/** A paper, to look at where the browser can. */
export const answerDocument = (c: Context<Env>, { filename, content }: OrderDocument) =>
  c.body(content, 200, {
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${filename}"`,
  })
