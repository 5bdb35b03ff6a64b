import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { Config } from '../../platform/config/config.ts'
import { answerError } from '../../platform/http/answer-error.ts'
import type { Env } from '../../platform/http/env.ts'
import { type AnswerCounts, createAnswerCounts, logRequest } from '../../platform/http/log-request.ts'
import { serveApp } from '../../platform/http/serving/serve-app.ts'
import type { Logger } from '../../platform/runtime/logger.ts'

const FOR_KEEPER = /^\/(api|write)(\/|$)|\/beelogger_log\.php$/

/** Whether only the keeper can answer: everything but the app's files, health checks, and this node's own figures. */
export const isForKeeper = ({ method, url = '' }: IncomingMessage): boolean =>
  (method !== 'GET' && method !== 'HEAD') || FOR_KEEPER.test(url.split('?', 1)[0]!)

const headers = { 'Cache-Control': 'no-store' }

/**
 * What a node answers by itself while another one is the keeper. `isReady`: whether it can pass on everything else; `figures`: the routes of
 * its own figures.
 */
export function createStandby(
  config: Config,
  logger: Logger,
  folder: string,
  { isReady, figures }: { isReady: () => boolean; figures: (answers: AnswerCounts) => Hono },
) {
  const answers = createAnswerCounts()
  const app = new Hono<Env>()
    .use(logRequest(logger, answers))
    .get('/healthz', (c) => c.json({ status: 'ok' }, 200, headers))
    .get('/readyz', (c) =>
      isReady()
        ? c.json({ status: 'ready', passesOn: true }, 200, headers)
        : c.json({ status: 'no keeper' }, 503, headers),
    )
    .route('/', figures(answers))
    .route('/', serveApp(config, folder))
    .onError(answerError(logger))
  const answer = getRequestListener(app.fetch, { hostname: config.host })
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => void answer(incoming, outgoing)
}
