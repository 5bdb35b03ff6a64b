import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import type { Deps } from '../../deps.ts'
import type { Env } from '../../platform/http/env.ts'
import { IdParameter } from '../../platform/http/id-parameter.ts'
import { requireAccount, signedIn } from '../../platform/http/require-account.ts'
import { answeredFile } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { exportTypes, openExport } from './open-export.ts'

const describeDownload = describeRoute({
  tags: ['export'],
  summary: 'The file of a finished EXPORT job, for whoever started it; parts can be requested (Range)',
  responses: answeredFile(Object.values(exportTypes)),
})

export const exportRoutes = (deps: Deps) =>
  new Hono<Env>().get('/exports/:id', describeDownload, requireAccount, validate('param', IdParameter), async (c) => {
    const { status, headers, body } = await openExport(deps, signedIn(c), c.req.valid('param').id, {
      range: c.req.header('range'),
      ifRange: c.req.header('if-range'),
      isHead: c.req.method === 'HEAD',
    })
    return body ? c.body(body, status, headers) : c.body(null, status, headers)
  })
