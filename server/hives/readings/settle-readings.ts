import { createMiddleware } from 'hono/factory'
import type { Env } from '../../platform/http/env.ts'
import type { IngestLoop } from './ingest-loop.ts'

/**
 * Before a read that finds out by itself whose readings it is about: what was acknowledged of anybody is there, so that whoever
 * was told "stored" also sees it; nobody waits long.
 */
export const settleReadings = (ingest: IngestLoop) =>
  createMiddleware<Env>(async (_, next) => {
    await ingest.settled('briefly')
    await next()
  })
