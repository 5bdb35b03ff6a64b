import { Hono } from 'hono'
import type { IngestReply } from '#domain/reading.ts'
import { AppError } from '../http/app-error.ts'
import type { Deps } from '../http/deps.ts'
import type { Env } from '../http/env.ts'
import { hashToken } from '../platform/ids.ts'
import { describeIngest } from './describe-ingest.ts'
import { parseRequest } from './parse-request.ts'
import { readJson } from './read-body.ts'

/** What a transmitter calls: its readings in, and the server's time and wishes back. */
export const ingestRoutes = (deps: Pick<Deps, 'clock' | 'config' | 'ingest'>) =>
  new Hono<Env>().post('/ingest', describeIngest, async (c) => {
    const deviceKey = /^Bearer (\S{1,200})$/.exec(c.req.header('authorization') ?? '')?.[1]
    if (!deviceKey) throw new AppError(401, 'device_key_missing')
    const body = await readJson(await c.req.arrayBuffer(), c.req.header('content-encoding'))
    const { request, rejected } = parseRequest(body, deps.clock.now())
    const outcome = await deps.ingest.submit({
      ...request,
      deviceKeyHash: hashToken(deviceKey),
      subscriptions: deps.config.subscriptions,
    })
    if (outcome.status === 'refused') {
      throw new AppError(outcome.code === 'device_key_wrong' ? 401 : 400, outcome.code)
    }
    const stored = outcome.status === 'stored'
    const reply: IngestReply = {
      accepted: stored ? outcome.accepted : 0,
      duplicates: stored ? outcome.duplicates : 0,
      rejected: stored ? [...rejected, ...outcome.rejected].sort((a, b) => a.index - b.index) : [],
      time: new Date(deps.clock.now()).toISOString(),
      updateInterval: outcome.updateInterval,
      firmware: null,
      ...(stored ? {} : { code: 'subscription_expired' }),
    }
    return c.json(reply)
  })
