import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Context, Hono } from 'hono'
import { accepts } from 'hono/accepts'
import { describeRoute } from 'hono-openapi'
import type { Env } from '../env.ts'
import { describeApi } from './describe-api.ts'

/** The description's entry about itself. */
export const describeDescription = describeRoute({
  tags: ['description'],
  summary: 'This description: OpenAPI 3.1, compressed if the client supports it; supports If-None-Match',
  responses: {
    200: { description: 'Done', content: { 'application/json': { schema: { type: 'object' } } } },
    304: { description: 'Not modified' },
  },
})

const compress = promisify(gzip)

/** `GET /api/openapi.json`. Created for the first caller, and the same for everybody after. */
export function serveDescription(api: Hono<Env>) {
  let made: ReturnType<typeof makeDescription> | undefined
  return async (c: Context) => {
    made ??= makeDescription(api)
    const { etag, plain, gzipped } = await made
    const encoding = accepts(c, { header: 'Accept-Encoding', supports: ['gzip', 'identity'], default: 'identity' })
    c.header('Content-Type', 'application/json')
    c.header('Cache-Control', 'no-cache')
    c.header('Vary', 'Accept-Encoding')
    c.header('ETag', etag)
    if (encoding !== 'gzip') return c.body(plain)
    c.header('Content-Encoding', 'gzip')
    return c.body(gzipped)
  }
}

async function makeDescription(api: Hono<Env>) {
  const plain = Buffer.from(JSON.stringify(await describeApi(api)))
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  return { etag: `W/"${hash}"`, plain, gzipped: await compress(plain, { level: 9 }) }
}
