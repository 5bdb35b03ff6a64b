import { createMiddleware } from 'hono/factory'
import type { Env } from '../../platform/http/env.ts'
import type { IngestLoop } from './ingest-loop.ts'

/**
 * For reads that do not know in advance whose readings they need: makes everything acknowledged readable first, so that whoever was
 * told "stored" also sees it. Nobody waits long.
 */
export const settleReadings = (ingest: IngestLoop) =>
  createMiddleware<Env>(async (_, next) => {
    await ingest.settled('briefly')
    await next()
  })
