import { Hono } from 'hono'
import { clientAddress } from '../../platform/http/connections/client-connection.ts'
import type { Env } from '../../platform/http/env.ts'
import { siteAddress } from '../../platform/http/site-address.ts'
import { answerIngest, type IngestDeps } from './answer-ingest.ts'
import { describeIngest } from './describe-ingest.ts'

/** The call of transmitters: their readings in, the server's time and requests back. `ingest-listener.ts` is its fast path. */
export const ingestRoutes = (deps: IngestDeps) =>
  new Hono<Env>().post('/ingest', describeIngest, async (c) => {
    const headers = {
      authorization: c.req.header('authorization'),
      contentEncoding: c.req.header('content-encoding'),
      bytes: Number(c.req.header('content-length') ?? 0),
      address: () => clientAddress(c, deps.config),
      site: () => siteAddress(c, deps.config).origin,
    }
    return c.json(await answerIngest(deps, headers, async () => new Uint8Array(await c.req.arrayBuffer())))
  })
