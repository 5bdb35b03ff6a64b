import type { Context } from 'hono'
import { describeRoute } from 'hono-openapi'
import type { Env } from '../../../platform/http/env.ts'
import type { OrderDocument } from './draw-order-document.ts'

/** API documentation of a route that returns a paper. */
export const describeDocument = (summary: string) =>
  describeRoute({
    tags: ['shop'],
    summary,
    responses: { 200: { description: 'The document', content: { 'application/pdf': {} } } },
  })

/** Sends a paper, to be viewed in the browser if it can. */
export const answerDocument = (c: Context<Env>, { filename, content }: OrderDocument) =>
  c.body(content, 200, {
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${filename}"`,
  })
